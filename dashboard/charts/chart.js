// Draws one Plotly figure and keeps the plot: a change is a Plotly.react, so zoom, focus and scroll position stay.
// Streamlit calls the exported function again whenever the figure or the theme changes.

const NARROW = 520; // pixels of width below which a figure's own narrow settings apply
const PAPER = 680; // pixels of width on a printed sheet
const GLIDE = { duration: 220, easing: "cubic-in-out" };
const IMAGE = { width: 1200, scale: 2, font: "Arial, Helvetica, sans-serif" };
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

/* Plotly comes from this server, once for all charts of a page. The address names its version, so what the browser kept
   of an earlier visit is used however old it is; the route that serves it names no time itself. */
function plotly(url) {
  window.chartPlotly ??= load(url).catch((error) => {
    window.chartPlotly = undefined;
    throw error;
  });
  return window.chartPlotly;
}

async function load(url) {
  const answer = await fetch(url, { cache: "force-cache" });
  if (!answer.ok) throw new Error(`The chart library answered ${answer.status}.`);
  await script(URL.createObjectURL(await answer.blob()));
  window.Plotly.setPlotConfig({ logging: 0 }); // else each hatched bar with a colour of its own warns of that colour
  return window.Plotly;
}

function script(source) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = source;
    element.onload = resolve;
    element.onerror = () => reject(new Error("The chart library did not load."));
    document.head.append(element);
  });
}

function make(tag, className, attributes = {}) {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function setPath(target, path, value) {
  const keys = path.split(".");
  const last = keys.pop();
  let place = target;
  for (const key of keys) place = place[key] ??= {};
  place[last] = value;
}

function isDark(element) {
  const colour = getComputedStyle(element).getPropertyValue("--st-background-color").trim();
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(colour);
  return parts !== null && parts.slice(1).every((part) => parseInt(part, 16) < 128);
}

function shape(traces) {
  return traces.map((trace) => `${trace.type}${(trace.x ?? []).length}`).join();
}

function plain(html) {
  const element = document.createElement("div");
  element.innerHTML = String(html).replaceAll("<br>", ". ");
  return element.textContent;
}

class Chart {
  constructor(root) {
    this.root = root;
    this.build();
    this.drawing = Promise.resolve();
    this.printing = false;
    this.width = 0;
    this.observer = new ResizeObserver(() => {
      const width = this.frame.clientWidth;
      if (width && width !== this.width) this.redraw();
    });
    this.observer.observe(this.frame);
    this.before = () => this.print(true);
    this.after = () => this.print(false);
    window.addEventListener("beforeprint", this.before);
    window.addEventListener("afterprint", this.after);
  }

  build() {
    this.figure = make("figure", "chart");
    this.caption = make("figcaption", "chart-title");
    this.frame = make("div", "chart-frame", { role: "img", tabindex: "0" });
    this.plot = make("div", "chart-plot", { "aria-hidden": "true" }); // the frame tells it in words
    this.missing = make("p", "chart-missing", { hidden: "" });
    this.missing.textContent = "The chart could not be drawn. The table below holds the same figures.";
    this.status = make("div", "chart-status", { role: "status" });
    this.actions = make("div", "chart-actions");
    this.reset = this.button("Whole range", () => this.wholeRange());
    this.png = this.button("PNG", () => this.save("png"));
    this.svg = this.button("SVG", () => this.save("svg"));
    this.reset.hidden = true;
    this.frame.append(this.plot);
    this.actions.append(this.reset, this.png, this.svg);
    this.figure.append(this.caption, this.frame, this.missing, this.status, this.actions);
    this.frame.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("blur", () => this.leave());
    this.root.append(this.figure);
  }

  button(text, act) {
    const element = make("button", "", { type: "button" });
    element.textContent = text;
    element.addEventListener("click", act);
    return element;
  }

  update(data, report) {
    this.report = report;
    const changed = JSON.stringify(data) !== JSON.stringify(this.data) || this.dark !== isDark(this.root);
    this.data = data;
    if (!changed) return;
    this.words();
    this.reserve();
    this.redraw();
  }

  /* Until the first drawing the plot's room is kept, so that the page does not jump. */
  reserve() {
    if (this.shown !== undefined) return;
    const { layout } = JSON.parse(this.data.figure);
    const narrow = this.frame.clientWidth < NARROW ? layout.meta?.narrow ?? {} : {};
    this.frame.style.minHeight = `${narrow.height ?? layout.height ?? 0}px`;
  }

  redraw() {
    if (!this.data) return;
    this.figure.dataset.drawn = "false";
    this.drawing = this.drawing.then(() => this.draw()).catch((error) => this.fail(error));
  }

  async draw() {
    const Plotly = await plotly(this.data.plotly);
    const room = this.frame.clientWidth;
    const width = this.printing && room ? PAPER : room;
    if (!width || !this.root.isConnected) { // out of sight: the observer calls when there is room
      this.figure.dataset.drawn = String(this.shown !== undefined);
      return;
    }
    this.width = room;
    const drawn = this.read(width);
    const first = !this.plot.classList.contains("js-plotly-plot");
    if (first || calm.matches || !this.glides(drawn)) delete drawn.layout.transition;
    await Plotly.react(this.plot, drawn.data, drawn.layout, this.config());
    if (first) this.listen();
    this.shown = shape(drawn.data);
    this.missing.hidden = true;
    this.frame.style.minHeight = "";
    this.figure.dataset.drawn = "true";
  }

  words() {
    const { title, law, alt, clickable } = this.data;
    this.caption.replaceChildren(title);
    if (law) {
      const note = make("span", "chart-law");
      note.textContent = law;
      this.caption.append(note);
    }
    this.frame.setAttribute("aria-label", alt);
    this.frame.classList.toggle("clickable", clickable);
    const named = [title, law].filter(Boolean).join(", "); // as the image itself, which has both lines
    this.png.setAttribute("aria-label", `PNG image: ${named}`);
    this.svg.setAttribute("aria-label", `SVG image: ${named}`);
    this.reset.setAttribute("aria-label", `Whole range: ${title}`);
  }

  /* The figure in the colours of the theme, as wide as there is room. Its title stands above the plot, as text. */
  read(width) {
    this.dark = isDark(this.root);
    const colours = this.dark && !this.printing ? this.data.dark : {};
    const text = this.data.figure.replace(/#[0-9a-f]{6}/g, (colour) => colours[colour] ?? colour);
    const { data, layout } = JSON.parse(text);
    const narrow = width < NARROW ? layout.meta?.narrow ?? {} : {};
    for (const [path, value] of Object.entries(narrow)) setPath(layout, path, value);
    delete layout.title;
    layout.width = width;
    layout.uirevision ??= "kept";
    layout.transition = GLIDE;
    return { data, layout };
  }

  /* A glide needs as many points before as after. Plotly (7.1) can glide neither a bar that is hatched nor a marker whose
     symbol may become another: it would draw the path halfway between a circle and a diamond. */
  glides(drawn) {
    const stiff = drawn.data.some((trace) => trace.marker?.pattern || Array.isArray(trace.marker?.symbol));
    return !this.printing && !stiff && this.shown === shape(drawn.data);
  }

  config() {
    return { displayModeBar: false, responsive: false, doubleClick: "reset", showTips: false };
  }

  listen() {
    this.plot.on("plotly_click", (event) => this.choose(event.points[0]));
    this.plot.on("plotly_relayout", (change) => this.zoomed(change));
    this.plot.on("plotly_doubleclick", () => { this.reset.hidden = true; });
  }

  zoomed(change) {
    if (Object.keys(change).some((key) => /^[xy]axis\d*\.range/.test(key))) this.reset.hidden = false;
  }

  async wholeRange() {
    const axes = Object.keys(this.plot._fullLayout).filter((key) => /^[xy]axis\d*$/.test(key));
    const original = this.read(this.width).layout;
    const change = {};
    for (const axis of axes) {
      if (original[axis]?.range) change[`${axis}.range`] = original[axis].range;
      else change[`${axis}.autorange`] = true;
    }
    await window.Plotly.relayout(this.plot, change);
    this.reset.hidden = true;
    this.frame.focus();
  }

  choose(point) {
    if (!this.data.clickable || !point) return;
    const { curveNumber, pointNumber, pointIndex, x, y, z, customdata } = point;
    const index = pointNumber ?? pointIndex;
    this.report({ trace: curveNumber, name: point.data?.name ?? "", index, x, y, z, customdata });
  }

  /* Arrow keys walk through the points and say each one, in a heat map through its rows as well; Enter chooses it. */
  key(event) {
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const points = this.points();
    if (event.key === "Escape") this.leave();
    if (event.key === "Enter" && this.at !== undefined) this.choose(this.point(points[this.at]));
    if (!(event.key in steps) || !points.length) return;
    event.preventDefault();
    this.at = this.cell(points, event.key) ?? this.next(points, steps[event.key]);
    const point = points[this.at];
    window.Plotly.Fx.hover(this.plot, [point]);
    this.status.textContent = plain(this.spoken(point));
  }

  next(points, step) {
    if (this.at === undefined && Array.isArray(points[0].pointNumber)) return 0;
    const from = this.at ?? (step > 0 ? -1 : 0);
    return (from + step + points.length) % points.length;
  }

  /* The cell beside the one that is told, up being where the axis grows; at an edge it stays. The first key tells the
     first cell, and what is no heat map is walked through in order. */
  cell(points, key) {
    const here = points[this.at];
    if (!Array.isArray(here?.pointNumber)) return undefined;
    const grows = this.plot._fullLayout.yaxis.autorange === "reversed" ? -1 : 1;
    const [down, right] = { ArrowUp: [grows, 0], ArrowDown: [-grows, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[key];
    const [row, column] = here.pointNumber;
    const found = points.findIndex(({ curveNumber, pointNumber: [i, j] = [] }) =>
      curveNumber === here.curveNumber && i === row + down && j === column + right);
    return found < 0 ? this.at : found;
  }

  leave() {
    if (this.at === undefined) return;
    this.at = undefined;
    window.Plotly?.Fx.unhover(this.plot);
  }

  points() {
    const found = [];
    (this.plot.data ?? []).forEach((trace, curveNumber) => {
      if (trace.hoverinfo === "skip" || trace.visible === false) return;
      if (trace.z) {
        trace.z.forEach((row, i) => row.forEach((_, j) => found.push({ curveNumber, pointNumber: [i, j] })));
      } else {
        (trace.x ?? []).forEach((_, pointNumber) => found.push({ curveNumber, pointNumber }));
      }
    });
    return found;
  }

  point({ curveNumber, pointNumber }) {
    const data = this.plot.data[curveNumber];
    if (data.z) {
      const [i, j] = pointNumber;
      const customdata = data.customdata?.[i]?.[j];
      return { curveNumber, pointNumber, data, x: data.x[j], y: data.y[i], z: data.z[i][j], customdata };
    }
    const at = (values) => values?.[pointNumber];
    return { curveNumber, pointNumber, data, x: at(data.x), y: at(data.y), customdata: at(data.customdata) };
  }

  spoken({ curveNumber, pointNumber }) {
    const trace = this.plot.data[curveNumber];
    const words = trace.hovertext ?? trace.text;
    if (Array.isArray(words)) return [pointNumber].flat().reduce((part, index) => part?.[index], words) ?? "";
    const point = this.point({ curveNumber, pointNumber });
    return [trace.name, point.x, point.y, point.z].filter((part) => part !== undefined && part !== "").join(", ");
  }

  /* An image is for documents: light paper, with the finding and the law inside. */
  async save(format) {
    const { data, layout } = JSON.parse(this.data.figure);
    const lines = [this.data.title, this.data.law].filter(Boolean);
    const above = 24 + 26 * lines.length;
    layout.font = { family: IMAGE.font }; // an image cannot bring the page's font along: what is measured is drawn
    const corner = { yref: "container", y: 1, yanchor: "top", x: 0, xanchor: "left", pad: { t: 16, l: 16 } };
    layout.title = { text: lines.join("<br>"), font: { size: 20 }, ...corner };
    layout.margin = { ...layout.margin, t: (layout.margin?.t ?? 12) + above };
    layout.width = IMAGE.width;
    layout.height = (layout.height ?? 420) + above;
    const size = { format, width: layout.width, height: layout.height, scale: format === "png" ? IMAGE.scale : 1 };
    const link = make("a", "", { download: `${this.data.file}.${format}` });
    link.href = await window.Plotly.toImage({ data, layout }, size);
    link.click();
  }

  print(on) {
    this.printing = on;
    this.redraw();
  }

  fail(error) {
    console.warn(error);
    this.frame.style.minHeight = "";
    this.missing.hidden = false;
  }

  destroy() {
    this.observer.disconnect();
    window.removeEventListener("beforeprint", this.before);
    window.removeEventListener("afterprint", this.after);
    window.Plotly?.purge(this.plot);
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const chart = (parentElement.chart ??= new Chart(parentElement));
  chart.update(data, (point) => setTriggerValue("point", point));
  // Streamlit also calls this when a newer figure overtakes this one: only a plot that left the page is thrown away.
  return () => setTimeout(() => {
    if (parentElement.isConnected) return;
    parentElement.chart?.destroy();
    parentElement.chart = undefined;
  });
}
