// A plan has room for all tiles of a round. Where a screen is too small for all of it, the rows that nothing lies in yet are
// left out below each train; what lies keeps its place in its own lane. For plans whose lanes lie one below the other.

import type { Lane, Plan, Table, TilePlace } from './plan';

/** Kept free below the last row of a train. */
const spare = 24;
const marker = 41;

/** How far the tiles of a lane that lie, and what marks its end, reach down. */
function reach(table: Table, plan: Plan, laid: number, lane: Lane): number {
  let lowest = lane[5] + 50;
  for (let i = 0; i < laid; ++i) {
    if (table.tiles[i][0] !== lane[0]) continue;
    const [, y, angle, , down] = plan.tiles[i];
    lowest = Math.max(lowest, y + (angle % 180 ? 100 : 50), y + down + marker);
  }
  return lowest;
}

/** `M72 140V300Q72 336 108 336H110`: from the hub down and round the corner into the lane. */
function raised(track: string, by: number): string {
  const parts = /^(M\S+ \S+V)(\S+)(Q\S+) (\S+) (\S+) (\S+)(H\S+)$/.exec(track);
  if (!parts) return track;
  const [, start, bend, corner, y, x, end, on] = parts;
  return `${start}${Number(bend) - by}${corner} ${Number(y) - by} ${x} ${Number(end.replace(/H.*/, '')) - by}${on}`;
}

const made = new WeakMap<Plan, Map<string, Plan>>();

/** The same value for the same rows, so that a painter begins anew only where a row came. */
export function squeezed(table: Table, plan: Plan, laid: number): Plan {
  if (plan.lanes.some(lane => lane[1] === 1)) return plan;
  const lanes = [...plan.lanes].sort((a, b) => a[9] - b[9]);
  const raise = new Map<number, number>();
  const cut = new Map<number, number>();
  let above = 0;
  for (const lane of lanes) {
    raise.set(lane[0], above);
    const free = Math.max(0, lane[9] + lane[11] - reach(table, plan, laid, lane) - spare);
    cut.set(lane[0], free);
    above += free;
  }
  if (above === 0) return plan;
  const key = [...cut.values()].join();
  let plans = made.get(plan);
  if (!plans) made.set(plan, plans = new Map());
  let fresh = plans.get(key);
  if (!fresh) {
    const tiles = plan.tiles.map(([x, y, ...rest], index): TilePlace =>
      [x, y - (raise.get(table.tiles[index]?.[0]) ?? 0), ...rest]);
    fresh = {
      ...plan, h: plan.h - above, tiles, lanes: plan.lanes.map(lane => {
        const by = raise.get(lane[0]) ?? 0;
        const moved = [...lane] as Lane;
        for (const y of [3, 5, 7, 9]) moved[y] = (lane[y] as number) - by;
        moved[11] = lane[11] - (cut.get(lane[0]) ?? 0);
        moved[12] = raised(lane[12], by);
        return moved;
      }),
    };
    plans.set(key, fresh);
  }
  return fresh;
}
