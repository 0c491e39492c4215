// The one policy of Trusted Types. The painter writes SVG as text; that text passes here, and whatever is not of the
// few elements and attributes that it writes is refused, so that a slip elsewhere cannot become a script.

const elements = new Set(
  (
    'svg g use rect circle path text title desc line polyline defs p span b strong h2 h3 button li ol ul option table ' +
    'thead tbody tr th td div small i'
  ).split(' '),
);
const attributes = new Set(
  (
    'class id transform x y x1 x2 y1 y2 width height rx ry r cx cy d points viewbox href role tabindex type value scope ' +
    'text-anchor display fill stroke stroke-width font-size xmlns'
  ).split(' '),
);
const token = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z][\w-]*(?:="[^"<>]*")?)*)\s*\/?>|[^<]+/giy;

export function isPaint(text: string): boolean {
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (!found) return false;
    if (found[2] === undefined) continue;
    if (!elements.has(found[2].toLowerCase())) return false;
    for (const [, name, value] of found[3].matchAll(/([a-z][\w-]*)(?:="([^"]*)")?/gi)) {
      const plain = name.toLowerCase();
      if (!attributes.has(plain) && !/^(aria|data)-/.test(plain)) return false;
      if (plain === 'xmlns' && value !== 'http://www.w3.org/2000/svg') return false;
      if (plain === 'href' && !/^#[\w-]+$/.test(value ?? '')) return false;
    }
  }
  return true;
}

const scripts = ['worker.js', 'sw.js'];

interface Policies {
  createPolicy(name: string, rules: Record<string, (text: string, type?: string, sink?: string) => string>): unknown;
}

export function begin(): void {
  const types = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  types?.createPolicy('default', {
    createHTML(text, _type, sink) {
      // A parsed page is inert; paper.ts takes over of it what it knows, node by node.
      if (sink === 'DOMParser parseFromString' || isPaint(text)) return text;
      throw new TypeError('this is not of the painter');
    },
    createScriptURL(text) {
      const address = new URL(text, location.href);
      if (scripts.some(name => address.href === new URL(name, document.baseURI).href)) return text;
      throw new TypeError('this is no script of the app');
    },
  });
}
