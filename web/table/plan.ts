// The table as C++ has laid it out (replay/drawing/table_plan.h), as the data of a page gives it. Half of a tile is 100 wide
// and 100 high.

/** x, y, angle, where a marker stands at its open end (x, y, from the tile), the track to it (x, y, ...). */
export type TilePlace = number[];
/** train, leftward, label x, y, start x, y, marker x, y, corner x, y, width, height, path of its track. */
export type Lane = [number, number, number, number, number, number, number, number, number, number, number, number, string];

export interface Plan {
  w: number;
  h: number;
  /** x, y, radius, angle of the engine */
  hub: [number, number, number, number];
  tiles: TilePlace[];
  lanes: Lane[];
}

/** train, inner half, outer half, whether at a side */
export type LaidTile = [number, number, number, number];
/** its name, the seat of its owner or -1, its name in records where that is another */
export type Train = [string, number, string?];
/** kind (0 start, 1 tail, 2 side), tile, train, exit, whether marked (2: it is gone) */
export type End = [number, number, number, number, number];
/** tile or -1 for the engine, how often it is to be covered */
export type Debt = [number, number];

/** What the picture of one position is painted from, beside the plan of its round. */
export interface Position {
  /** tiles that lie */
  n: number;
  /** whether the engine lies */
  g: number;
  e: End[];
  d: Debt[];
  /** the seat whose turn it is, or -1 */
  t: number;
}

export interface Table {
  engine: [number, number] | null;
  tiles: LaidTile[];
  trains: Train[];
}
