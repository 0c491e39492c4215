// Names as people write them, and the short ones by which lines of a record call them.

const words = new Set('referee hand left score round game rules joins lots first redeal train turn chance seek turned engine debt fact nothing boneyard starter won kept turns scored over claim position mexican'.split(' '));

export function shortNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const parts = name.normalize('NFC').match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
    const whole = parts.join('_').slice(0, 24);
    const last = parts.length > 1 ? parts[parts.length - 1] : '';
    // "Grandma Rose" is Grandma, unless there is another; "Player 1" is Player1.
    const tries = /^\p{N}+$/u.test(last) ? [parts.join('')] : [parts[0] ?? '', last, whole];
    const fine = (one: string): boolean => /^[\p{L}_]/u.test(one) && !words.has(one.toLowerCase()) && !taken.has(one.toLowerCase());
    let short = tries.find(fine) ?? '';
    for (let n = index + 1; short === ''; ++n) if (fine(`${whole || 'P'}${n}`)) short = `${whole || 'P'}${n}`; else if (fine(`P${n}`)) short = `P${n}`;
    taken.add(short.toLowerCase());
    return short;
  });
}

/** The header with whole names behind the short ones. */
export function withWholeNames(record: string, short: string[], whole: string[]): string {
  const plain = (name: string): string => name.replace(/["\\\n\r\]]/g, '').trim();
  const players = short.map((name, seat) => plain(whole[seat]) === name || plain(whole[seat]) === '' ? name : `${name}="${plain(whole[seat])}"`);
  return record.replace(/^\[players [^\n]*$/m, () => `[players ${players.join(' ')}]`);
}
