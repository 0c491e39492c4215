// The policy lets the painter's own alphabet through, and nothing else.

import { check, done } from './harness.mjs';
import { part } from './part.mjs';

const { isPaint } = await part('policy.ts');
const fine = [
  '',
  'text & &#60;',
  '<g class="tile" transform="translate(1 2) rotate(-90)"><use href="#b"/><use href="#p9" x="-50"/></g>',
  '<text class="name" x="3" y="4">Ann &#60;b&#62;</text>',
  '<svg class="mini" viewBox="-104 -54 208 108"><rect class="body" x="-48" rx="13"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><defs></defs></svg>',
  '<button type="button" data-step="3" aria-label="x">a</button>',
];
const foul = [
  '<script>1</script>',
  '<img src="x">',
  '<g onload="x"/>',
  '<g ONLOAD="x"/>',
  '<use href="javascript:1"/>',
  '<use href="http://x/#a"/>',
  '<use href="data:image/svg+xml,x#a"/>',
  '<a href="#x">y</a>',
  '<g style="color:red"/>',
  '<iframe/>',
  '<g',
  '< g>',
  '<g/onload=1>',
  '<g class=x>',
  "<g class='x'>",
  '<!-- -->',
  '<style>x</style>',
  '<foreignObject/>',
  '<animate attributeName="href"/>',
  '<set/>',
  '<g xlink:href="#x"/>',
  '<svg xmlns="http://evil/">',
  '<p><b><!DOCTYPE>',
  '<g class="a" onclick="x" id="b"/>',
  '<math/>',
  '<template/>',
  '<form action="x">',
  '<input>',
  '<text>a<b',
  '<\u0000script>',
];
for (const one of fine) check(isPaint(one), `let through: ${one}`);
for (const one of foul) check(!isPaint(one), `held off: ${one}`);
done('the policy');
