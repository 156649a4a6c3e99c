// Shows one text with a button that copies it. Streamlit calls the exported function again whenever the text changes.

const SHOWN = 6000; // milliseconds that a message lies over the end of the text

function make(tag, className, attributes = {}) {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

class CopyBox {
  constructor(root) {
    this.box = make("div", "copy-box");
    this.text = make("pre", "copy-text", { role: "group" });
    this.status = make("span", "copy-status", { role: "status" });
    this.button = make("button", "copy-button", { type: "button" });
    this.button.textContent = "Copy";
    this.button.addEventListener("click", () => this.copy());
    this.box.append(this.text, this.status, this.button);
    root.append(this.box);
  }

  update({ text, label, wrap }) {
    this.button.setAttribute("aria-label", `Copy ${label}`);
    this.text.setAttribute("aria-label", label);
    this.text.classList.toggle("wrapped", wrap);
    this.text.tabIndex = wrap ? -1 : 0; // what scrolls is reached by the keyboard, to be scrolled by it
    if (text === this.text.textContent) return; // else a selection would be lost
    this.text.textContent = text;
    this.say("");
  }

  /* Over plain http there is no clipboard to write to, and a browser may refuse it. */
  async copy() {
    this.say("");
    const text = this.text.textContent;
    try {
      await navigator.clipboard.writeText(text);
      if (text === this.text.textContent) this.say("Copied");
    } catch {
      getSelection().selectAllChildren(this.text);
      this.say("Selected, ready to be copied");
    }
  }

  say(words) {
    clearTimeout(this.timer);
    this.status.textContent = words;
    if (words) this.timer = setTimeout(() => this.say(""), SHOWN);
  }
}

export default function ({ data, parentElement }) {
  parentElement.copyBox ??= new CopyBox(parentElement);
  parentElement.copyBox.update(data);
}
