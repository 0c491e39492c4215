#!/usr/bin/env python3
"""Lays pages of games out for paper in a real browser and compares boxes: no picture lies on a hand, no hand and no ruling is
left out, no name and no number is broken.

usage: print_page.py PAGE...

Each PAGE is what `roundhouse replay RECORD --format html` prints. Looked at are the first, some middle and the last steps and those with findings, as
they come out of a wide and of a narrow window, on upright and broad A4 and on A5. Ends with status 1 where something is not as it should be.
"""

import pathlib
import sys
import tempfile

import step_page
from step_page import check

# Pixels of a sheet within margins of 12 mm.
PAPERS = {"A4": 703, "A4 broad": 1032, "A5": 469}

# Boxes that overlap by less than this touch.
BOXES = """(() => {
  const slack = 1;
  document.getAnimations().forEach(one => one.finish());
  const seen = one => one.getClientRects().length > 0 && !one.closest('.unseen');
  const meet = (a, b) => a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
  const within = (a, b) => a.left > b.left - slack && a.right < b.right + slack && a.top > b.top - slack && a.bottom < b.bottom + slack;
  const box = one => one.getBoundingClientRect();
  const called = one => `${one.tagName} ${one.textContent.replace(/\\s+/g, ' ').trim().slice(0, 30)}`;
  const picture = document.getElementById('table');
  const paper = box(picture);
  const found = [];
  if (paper.width < 200 || paper.height < 100) found.push(`the picture is ${paper.width} by ${paper.height}`);
  const tiles = [...picture.querySelectorAll('.tile, .name')].filter(one => box(one).width > 0);
  for (const tile of tiles) if (!within(box(tile), paper)) found.push(`cut off the picture: ${called(tile)}`);
  const others = [...document.querySelectorAll('h1, #about, #now p, #side h2, #side p, #side .mini, #rest span, #moves button, #sheet th, #sheet td')].filter(seen);
  for (const one of others) {
    if (meet(box(one), paper)) found.push(`under the picture: ${called(one)}`);
    if (box(one).right > innerWidth + slack) found.push(`off the paper: ${called(one)}`);
  }
  const said = document.getElementById('now');
  if (!seen(said) || !seen(document.getElementById('sentences'))) found.push('what happened is not told');
  for (const clipped of [said, ...document.querySelectorAll('h1, #about')])
    if (getComputedStyle(clipped).overflowY !== 'visible' && clipped.scrollHeight > clipped.clientHeight + slack || clipped.scrollWidth > clipped.clientWidth + slack)
      found.push(`cut off: ${called(clipped)}`);
  const walk = document.createTreeWalker(document.getElementById('sheet'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode())
    for (const word of walk.currentNode.data.matchAll(/\\S+/g)) {
      range.setStart(walk.currentNode, word.index);
      range.setEnd(walk.currentNode, word.index + word[0].length);
      if (range.getClientRects().length > 1) found.push(`broken: ${word[0]}`);
    }
  const hands = [...document.querySelectorAll('#players li')];
  hands.forEach((hand, index) => {
    const count = Number(/(\\d+) tiles?/.exec(hand.querySelector('p').textContent)[1]);
    const many = Number(/\\d+/.exec(hand.querySelector('.times')?.textContent ?? '')?.[0] ?? 0);
    const drawn = [...hand.querySelectorAll('.mini')].filter(seen);
    if (drawn.length - (many ? 1 : 0) + many !== count) found.push(`${called(hand)}: ${drawn.length} tiles are drawn of ${count}`);
    for (const part of drawn) if (!within(box(part), box(hand))) found.push(`out of its hand: ${called(hand)}`);
    for (const next of hands.slice(index + 1)) if (meet(box(hand), box(next))) found.push(`on each other: ${called(hand)}, ${called(next)}`);
    for (let around = hand.parentElement; around; around = around.parentElement)
      if (getComputedStyle(around).overflowY !== 'visible' && !within(box(hand), box(around))) found.push(`cut off: ${called(hand)}`);
  });
  return {found, hands: hands.length, tiles: tiles.length, said: said.textContent,
          notes: [...document.querySelectorAll('#now .note')].filter(seen).length};
})()"""


def frames(browser):
    browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def window(browser, width, height):
    browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    frames(browser)


def look_through(browser, page):
    browser.ask("Page.navigate", url=page.as_uri())
    step_page.wait(browser)
    last = int(browser.run("document.getElementById('slider').max"))
    players = browser.run("document.querySelectorAll('#players li').length")
    noted = browser.run("""JSON.parse(document.getElementById('game').textContent).steps
      .map((step, index) => [index, ...(step.k ?? []).filter(([kind]) => kind === 'illegal')]).filter(step => step.length > 1).map(([step]) => step)""")
    compared = 0
    for width, height in ((1400, 900), (390, 844)):
        for paper, pixels in PAPERS.items():
            for step in sorted({0, 1, last // 4, last // 2, 3 * last // 4, last, *noted[:3]}):
                browser.ask("Emulation.setEmulatedMedia", media="")
                window(browser, width, height)
                browser.run(f"(() => {{ const slider = document.getElementById('slider'); slider.value = {step};"
                            "slider.dispatchEvent(new Event('input')); })()")
                # As a browser does it: the page is told, then it is laid out for the paper.
                browser.run("dispatchEvent(new Event('beforeprint'))")
                browser.ask("Emulation.setEmulatedMedia", media="print")
                window(browser, pixels, 1000)
                seen = browser.run(BOXES)
                compared += seen["tiles"] + seen["hands"]
                check(seen["hands"] == players, f"{page.name}: {seen['hands']} hands of {players}")
                check(step not in noted or "Illegal: " in seen["said"], f"{page.name}, step {step}: the ruling is not told")
                for found in seen["found"][:3]:
                    check(False, f"{page.name}, step {step} of a window of {width}, {paper}: {found}")
    check(compared > 100, f"{page.name}: only {compared} boxes were compared")
    return compared


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = step_page.Browser(folder)
        try:
            browser.ask("Page.enable")
            for name in sys.argv[1:]:
                page = pathlib.Path(name).resolve()
                print(f"{page.name}: {look_through(browser, page)} boxes compared")
        finally:
            browser.close()
    for trouble in step_page.troubles[:20]:
        print(trouble)
    if step_page.troubles:
        sys.exit(f"{len(step_page.troubles)} things are not as they should be")
    print("all as it should be")


if __name__ == "__main__":
    main()
