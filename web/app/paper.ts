// Shows a page that the engine made (a rulebook, a ruling, a sheet) within the app: parsed where nothing runs, taken over node by
// node, and under a root of its own, so that its style is its own.

import { words } from './words';

/** The engine's headings in the language of the app. */
const framed = (text: string): string => text.replace(/\S(?:[^]*\S)?/, words.frame);

const known = new Set(
  (
    'html body main header footer section article nav div p span h1 h2 h3 h4 ul ol li dl dt dd table caption thead tbody tfoot tr th td ' +
    'em strong b i small sup sub mark cite blockquote code kbd pre br hr figure figcaption details summary a abbr bdi bdo time col colgroup ' +
    'svg g use rect circle path text title desc line polyline polygon defs tspan ellipse symbol'
  ).split(' '),
);
const kept = new Set(
  (
    'class id transform x y x1 x2 y1 y2 width height rx ry r cx cy d points viewbox role tabindex scope colspan rowspan ' +
    'text-anchor display fill stroke stroke-width font-size font-weight lang dir title open dx dy rotate start value'
  ).split(' '),
);

function taken(node: Node): Node | null {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(framed(node.textContent ?? ''));
  if (!(node instanceof Element) || !known.has(node.localName.toLowerCase())) return null;
  const renamed = /^(?:body|main)$/.test(node.localName);
  const copy = renamed ? document.createElement('div') : document.createElementNS(node.namespaceURI, node.localName);
  for (const { name, value } of Array.from(node.attributes)) {
    const plain = name.toLowerCase();
    if (kept.has(plain) || /^(aria|data)-[\w-]+$/.test(plain) || (plain === 'href' && /^#[\w.:~-]*$/.test(value)))
      copy.setAttribute(name, plain === 'aria-label' ? framed(value) : value);
  }
  if (renamed) copy.classList.add(`is-${node.localName}`);
  for (const child of Array.from(node.childNodes)) {
    const one = taken(child);
    if (one) copy.appendChild(one);
  }
  return copy;
}

export interface Paper {
  host: HTMLElement;
  /** Lights the lines of which these are the texts. Gives the first one that is not of `known`. */
  light(texts: string[], known: string[]): Element | null;
}

/** `extra`: style of the app beside the page's own. */
export function paper(html: string, extra = ''): Paper {
  const styles: string[] = [];
  // Style is taken out as text: as an element it would be told off by the policy, even in a page that is never shown.
  const page = new DOMParser().parseFromString(
    html.replace(/<style\b[^>]*>([\s\S]*?)<\/style>/gi, (_, text: string) => {
      styles.push(text);
      return '';
    }),
    'text/html',
  );
  const host = document.createElement('div');
  host.className = 'paper';
  host.lang = page.documentElement.lang;
  const root = host.attachShadow({ mode: 'open' });
  // Within the app it is no page of its own: its body and main part are parts like others.
  const style = styles
    .join('\n')
    .replace(/:root\b/g, ':host')
    .replace(/(^|[\s,>+~}])(body|main)(?=[\s,{.:>+~[])/g, '$1.is-$2');
  const rules = new CSSStyleSheet();
  rules.replaceSync(`${style}\n:host { display: block; overflow-wrap: break-word; }\n.is-body { margin: 0 auto; }\n${extra}`);
  root.adoptedStyleSheets = [rules];
  const body = taken(page.body);
  if (body) root.append(body);
  // An address within the page is no way of the app.
  root.addEventListener('click', event => {
    const link = (event.target as Element).closest?.('a[href]');
    if (!link) return;
    event.preventDefault();
    root.getElementById(link.getAttribute('href')!.slice(1))?.scrollIntoView({ block: 'start' });
  });
  const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();
  return {
    host,
    light(texts, known) {
      const wanted = texts.map(plain).filter(text => text !== '');
      const old = known.map(plain);
      let fresh: Element | null = null;
      for (const line of Array.from(root.querySelectorAll('li, p, dd'))) {
        const text = plain(line.textContent);
        const found = line.querySelector('li') ? undefined : wanted.find(one => text.includes(one));
        if (found === undefined) continue;
        line.classList.add('lit');
        if (!old.includes(found)) fresh ??= line;
      }
      return fresh;
    },
  };
}
