"""The library in a real browser: save, find, change, restore, delete and undo, conflict, files, own places."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.helpers import axe_serious, in_each_theme, settled
from tests.browser.server import Server

# The benchmark is given, so that no control at the side is disabled.
HUB = "v=1&urban_transit_hub_municipality=true&benchmark_salary=60000"


def go(page: Page, base_url: str, name: str, jobs: int = 300) -> Page:
    page.goto(f"{base_url}/library?{HUB}&new_jobs={jobs}&name={name}")
    settled(page)
    return page


def press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()
    settled(page)


def fill(page: Page, label: str, text: str) -> None:
    entry = page.get_by_role("textbox", name=label, exact=True)
    entry.fill(text)
    entry.press("Tab")
    settled(page)


def save_as(page: Page, name: str, tags: str = "") -> None:
    page.get_by_role("textbox", name="Name", exact=True).last.fill(name)
    page.get_by_role("textbox", name="Tags", exact=True).last.fill(tags)
    press(page, "Save as new")
    expect(page.get_by_text(f"Saved as {name}.")).to_be_visible()


def search(page: Page, text: str) -> list[str]:
    fill(page, "Search", text)
    return page.locator("[class*='st-key-library-line-'] b").all_inner_texts()


def link_of(page: Page) -> str:
    return page.locator(".st-key-library-short-link .copy-text").inner_text().strip()


def jobs(page: Page) -> str:
    return page.get_by_role("textbox", name="New full-time jobs, exact").input_value()


def test_a_scenario_is_saved_found_and_opened_from_its_short_link(open_page: OpenPage, base_url: str) -> None:
    page = go(open_page(), base_url, "Mill")
    save_as(page, "The mill", "hearing, draft")
    assert search(page, "hearing mill") == ["The mill"]
    assert search(page, "no such thing") == []
    link = link_of(page)
    page.get_by_role("textbox", name="Name", exact=True).last.fill("The mill")
    press(page, "Save as new")
    expect(page.get_by_text("The mill is in the library already")).to_be_in_viewport()
    fresh = open_page()
    fresh.goto(link)
    settled(fresh)
    assert jobs(fresh) == "300"
    assert "new_jobs=300" in fresh.url
    assert "saved=" not in fresh.url


def test_name_description_and_tags_are_changed_and_an_earlier_version_is_restored(page: Page, base_url: str) -> None:
    go(page, base_url, "Dock")
    save_as(page, "The dock")
    page.get_by_role("textbox", name="Name", exact=True).first.fill("The long dock")
    page.get_by_role("textbox", name="Description", exact=True).first.fill("For the committee")
    press(page, "Save these")
    expect(page.get_by_text("Saved The long dock as version 2.")).to_be_visible()
    assert search(page, "committee") == ["The long dock"]
    page.get_by_text("History (2)").click()
    press(page, "Restore")
    expect(page.get_by_text("Saved The dock as version 3.")).to_be_visible()


def test_an_item_is_duplicated_deleted_and_brought_back(page: Page, base_url: str) -> None:
    go(page, base_url, "Kiln")
    save_as(page, "The kiln")
    press(page, "Duplicate")
    assert search(page, "kiln") == ["The kiln (copy)", "The kiln"]
    press(page, "Delete")
    assert search(page, "kiln") == ["The kiln"]
    press(page, "Undo the deletion")
    assert search(page, "kiln") == ["The kiln (copy)", "The kiln"]


def test_the_second_of_two_who_save_is_told_with_both_versions(open_page: OpenPage, base_url: str) -> None:
    first = go(open_page(), base_url, "Yard")
    save_as(first, "The yard")
    second = open_page()
    second.goto(link_of(first))
    settled(second)
    for page, count in ((first, "310"), (second, "320")):
        entry = page.get_by_role("textbox", name="New full-time jobs, exact")
        entry.fill(count)
        entry.press("Enter")
        settled(page)
    press(first, "Save as the next version of The yard")
    second.get_by_test_id("stPageLink").get_by_text("Library", exact=True).click()
    settled(second)
    press(second, "Save as the next version of The yard")
    expect(second.get_by_text("was saved by somebody else while you worked on it")).to_be_visible()
    told = second.locator(".twin", has_text="What differs between the two").inner_text()
    assert "320" in told
    assert "310" in told
    press(second, "Save mine as version 3")
    expect(second.get_by_text("Saved The yard as version 3.")).to_be_visible()


def test_what_cannot_be_saved_is_said(page: Page, base_url: str) -> None:
    go(page, base_url, "")
    press(page, "Save as new")
    expect(page.get_by_role("alert").filter(has_text="name")).to_be_in_viewport()


def test_what_is_typed_stays_while_the_file_of_the_library_is_gone(page: Page, base_url: str, server: Server) -> None:
    go(page, base_url, "Silo")
    save_as(page, "The silo")
    file = server.log.with_name("library.sqlite3")
    about = page.get_by_role("textbox", name="Description", exact=True).first
    about.fill("For the committee")
    away = file.rename(file.with_name("away.sqlite3"))
    try:
        press(page, "Save these")
        expect(page.get_by_text("is gone: it was removed or moved while it was in use")).to_have_count(1)
        expect(about).to_have_value("For the committee")
        assert not file.exists()
    finally:
        away.rename(file)
    press(page, "Save these")
    expect(page.get_by_text("Saved The silo as version 2.")).to_be_visible()


def test_a_link_to_nothing_says_so(page: Page, base_url: str) -> None:
    page.goto(f"{base_url}/?saved=zzzzzzzzzz")
    settled(page)
    expect(page.get_by_text('Nothing is saved as "zzzzzzzzzz"')).to_be_visible()


def test_an_export_is_imported_again(page: Page, base_url: str, tmp_path: Path) -> None:
    go(page, base_url, "Forge")
    save_as(page, "The forge")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export the library", exact=True).click()
    file = tmp_path / "library.json"
    download.value.save_as(file)
    assert "The forge" in file.read_text("utf-8")
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(file)
    settled(page)
    press(page, "Import it")
    expect(page.get_by_role("status").filter(has_text="here already")).to_be_visible()


def test_an_own_place_is_added_chosen_at_the_side_and_edited(page: Page, base_url: str) -> None:
    go(page, base_url, "Site")
    page.get_by_role("tab", name="Own places").click()
    page.get_by_role("textbox", name="Name of the place").fill("Riverside site")
    page.get_by_role("combobox", name="County of the place").fill("Salem")
    page.get_by_role("option", name="Salem", exact=True).click()
    # A list closes when the page is scrolled, and a click would scroll what lies at the edge.
    page.get_by_role("combobox", name="Priority area").scroll_into_view_if_needed()
    settled(page)
    page.get_by_role("combobox", name="Priority area").click()
    page.get_by_role("option", name="Yes", exact=True).click()
    press(page, "Save this place")
    expect(page.get_by_text("Source").first).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="source")).to_be_visible()
    page.get_by_role("textbox", name="Source").fill("Letter of the county planner")
    press(page, "Save this place")
    expect(page.get_by_text("Riverside site was saved as version 1.")).to_be_visible()
    expect(page.get_by_role("tab", name="Own places")).to_have_attribute("aria-selected", "true")
    page.get_by_role("combobox", name="Place", exact=True).first.fill("Riverside")
    page.get_by_role("option", name="Riverside site, Salem County").click()
    settled(page)
    assert "municipality=Riverside" in page.url
    assert "priority_area=true" in page.url


def test_axe_finds_nothing_serious(page: Page, base_url: str) -> None:
    go(page, base_url, "Barn")
    save_as(page, "The barn")
    for theme in in_each_theme(page):
        assert axe_serious(page, theme) == [], theme
    page.get_by_role("tab", name="Own places").click()
    settled(page)
    for theme in in_each_theme(page):
        assert axe_serious(page, theme) == [], theme


def test_on_a_phone_nothing_sticks_out(open_page: OpenPage, base_url: str) -> None:
    page = go(open_page(viewport={"width": 390, "height": 844}, has_touch=True), base_url, "Shed")
    # What scrolls is the main part; the document around it never does.
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth") <= 390
    for link in page.get_by_test_id("stPageLink").all():
        box = link.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
