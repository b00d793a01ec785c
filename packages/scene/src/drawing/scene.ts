/** Kinds of primitives; texts follow from 4 on, one kind for each pair of font and alignment. */
const RECT = 0;
const ROUND = 1;
const POLYGON = 2;
const LINE = 3;
const TEXT = 4;

/** Fonts of the drawings, by role; the painter knows family and size. */
export const FONTS = ['regular', 'strong', 'caption'] as const;
export type FontRole = (typeof FONTS)[number];
export const ALIGNMENTS = ['left', 'right', 'center'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

const KINDS = TEXT + FONTS.length * ALIGNMENTS.length;
const ROLES = 64;
const INITIAL = 64;

/** Primitives of one layer, kind and colour role; numbers in `data`, texts beside it. */
export type Bucket = {
  layer: number;
  kind: number;
  role: number;
  /** rect x y w h · round x y w h r · polygon n x y … · line n width dash x y … · text x y */
  data: Float32Array;
  length: number;
  texts: string[];
  textCount: number;
  about: TextsAbout | null;
};

/** What is known of each text of a bucket: the cell that it belongs to, -1 for none, and the text as it was before it was cut, else ''. */
export type TextsAbout = { cells: number[]; wholes: string[] };

/** A clipped part of the drawing with its own primitives, in paint order. */
export type Zone = { x: number; y: number; width: number; height: number; buckets: Bucket[]; byKey: (Bucket | undefined)[] };

/** A drawing as data: what a canvas, a PDF or a test reads. Built anew each frame in the same memory. */
export type Scene = {
  width: number;
  height: number;
  zones: Zone[];
  zoneCount: number;
  zone: Zone;
  /** The cell whose texts are drawn now; only on paper, for those who are read to. */
  about: CellAbout | null;
};

/** A cell of the table that a print is read as. */
export type CellPlace = number;

/** `columns` are the numbers under which columns are read; null where texts are not read as cells, -1 for a column that is not. */
export type CellAbout = { cell: CellPlace; whole: string; columns: readonly number[] | null };

const COLUMNS = 4096;

/** A cell by its row, -1 for the titles, and its column. */
export const cellPlace = (row: number, column: number): CellPlace => (row + 1) * COLUMNS + column;

/** The row of a cell, -1 for the titles. */
export const rowOf = (place: CellPlace): number => Math.floor(place / COLUMNS) - 1;

/** The column of a cell. */
export const columnOf = (place: CellPlace): number => place % COLUMNS;

/** Says which cell the next texts belong to. */
export function openCell({ about }: Scene, row: number, index: number, whole: string): void {
  if (!about) return;
  const column = about.columns?.[index] ?? -1;
  about.cell = column < 0 ? -1 : cellPlace(row, column);
  about.whole = whole;
}

/** The next texts of the open cell are read as this one. */
export function readAs({ about }: Scene, whole: string): void {
  if (about) about.whole = whole;
}

/** The next texts are read at a place, whole even where they are cut; null: they are read nowhere. */
export function openPlace({ about }: Scene, place: CellPlace | null, whole = ''): void {
  if (!about) return;
  about.cell = place ?? -1;
  about.whole = whole;
}

/** The next texts belong to no cell. */
export function closeCell({ about }: Scene): void {
  if (!about) return;
  about.cell = -1;
  about.whole = '';
}

/** What a painter offers to `paintScene`. Coordinates in CSS pixels. */
export type Painter = {
  clip(x: number, y: number, width: number, height: number): void;
  unclip(): void;
  rects(role: number, data: Float32Array, length: number): void;
  rounds(role: number, data: Float32Array, length: number): void;
  polygons(role: number, data: Float32Array, length: number): void;
  lines(role: number, data: Float32Array, length: number): void;
  texts(role: number, font: FontRole, align: Alignment, data: Float32Array, texts: string[], count: number, about: TextsAbout | null): void;
};

function newZone(): Zone {
  return { x: 0, y: 0, width: 0, height: 0, buckets: [], byKey: [] };
}

/** An empty drawing. */
export function newScene(): Scene {
  const zone = newZone();
  return { width: 0, height: 0, zones: [zone], zoneCount: 0, zone, about: null };
}

/** Empties the drawing, keeping its memory. */
export function beginScene(scene: Scene, width: number, height: number): void {
  scene.width = width;
  scene.height = height;
  for (const zone of scene.zones) {
    for (const bucket of zone.buckets) {
      bucket.length = 0;
      bucket.textCount = 0;
    }
  }
  scene.zoneCount = 0;
  scene.about = null;
}

/** What is drawn from here on is clipped to this rectangle and lies above the zones before. */
export function openZone(scene: Scene, x: number, y: number, width: number, height: number): void {
  const zone = (scene.zones[scene.zoneCount] ??= newZone());
  scene.zoneCount++;
  zone.x = x;
  zone.y = y;
  zone.width = Math.max(0, width);
  zone.height = Math.max(0, height);
  scene.zone = zone;
}

function bucketOf(zone: Zone, layer: number, kind: number, role: number): Bucket {
  const key = (layer * KINDS + kind) * ROLES + role;
  const known = zone.byKey[key];
  if (known) return known;
  const bucket: Bucket = { layer, kind, role, data: new Float32Array(INITIAL), length: 0, texts: [], textCount: 0, about: null };
  zone.byKey[key] = bucket;
  zone.buckets.push(bucket);
  zone.buckets.sort((a, b) => a.layer - b.layer || a.kind - b.kind || a.role - b.role);
  return bucket;
}

function room(bucket: Bucket, more: number): Float32Array {
  if (bucket.length + more > bucket.data.length) {
    const wider = new Float32Array(Math.max(bucket.data.length * 2, bucket.length + more));
    wider.set(bucket.data);
    bucket.data = wider;
  }
  return bucket.data;
}

/** A filled rectangle; lines are rectangles one pixel wide, so that they stay crisp. */
export function drawRect(scene: Scene, layer: number, role: number, x: number, y: number, width: number, height: number): void {
  if (width <= 0 || height <= 0) return;
  const bucket = bucketOf(scene.zone, layer, RECT, role);
  const data = room(bucket, 4);
  let at = bucket.length;
  data[at++] = x;
  data[at++] = y;
  data[at++] = width;
  data[at++] = height;
  bucket.length = at;
}

/** A filled rectangle with rounded corners. */
export function drawRound(
  scene: Scene,
  layer: number,
  role: number,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  if (width <= 0 || height <= 0) return;
  const bucket = bucketOf(scene.zone, layer, ROUND, role);
  const data = room(bucket, 5);
  let at = bucket.length;
  data[at++] = x;
  data[at++] = y;
  data[at++] = width;
  data[at++] = height;
  data[at++] = Math.min(radius, width / 2, height / 2);
  bucket.length = at;
}

/** The frame of a rectangle, drawn inwards. */
export function drawFrame(scene: Scene, layer: number, role: number, x: number, y: number, width: number, height: number, thick = 1): void {
  drawRect(scene, layer, role, x, y, width, thick);
  drawRect(scene, layer, role, x, y + height - thick, width, thick);
  drawRect(scene, layer, role, x, y + thick, thick, height - 2 * thick);
  drawRect(scene, layer, role, x + width - thick, y + thick, thick, height - 2 * thick);
}

/** A filled triangle. */
export function drawTriangle(
  scene: Scene,
  layer: number,
  role: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
): void {
  const bucket = bucketOf(scene.zone, layer, POLYGON, role);
  const data = room(bucket, 7);
  let at = bucket.length;
  data[at++] = 3;
  data[at++] = x1;
  data[at++] = y1;
  data[at++] = x2;
  data[at++] = y2;
  data[at++] = x3;
  data[at++] = y3;
  bucket.length = at;
}

/** A filled diamond around a centre. */
export function drawDiamond(scene: Scene, layer: number, role: number, x: number, y: number, half: number): void {
  const bucket = bucketOf(scene.zone, layer, POLYGON, role);
  const data = room(bucket, 9);
  let at = bucket.length;
  data[at++] = 4;
  data[at++] = x - half;
  data[at++] = y;
  data[at++] = x;
  data[at++] = y - half;
  data[at++] = x + half;
  data[at++] = y;
  data[at++] = x;
  data[at++] = y + half;
  bucket.length = at;
}

/** A filled polygon, its points as `x y x y …`. */
export function drawPolygon(scene: Scene, layer: number, role: number, points: readonly number[]): void {
  if (points.length < 6) return;
  const bucket = bucketOf(scene.zone, layer, POLYGON, role);
  const data = room(bucket, 1 + points.length);
  data[bucket.length] = points.length / 2;
  data.set(points, bucket.length + 1);
  bucket.length += 1 + points.length;
}

/** How lines are broken, in pixels drawn and left out by turns. */
export const LINE_DASHES = { solid: [], dashed: [6, 4], dotted: [2, 3] } as const;
export type LineDash = keyof typeof LINE_DASHES;
const DASH_NAMES = Object.keys(LINE_DASHES) as LineDash[];

/** The pattern of a line by the number under which drawings hold it. */
export const dashOf = (number: number): readonly number[] => LINE_DASHES[DASH_NAMES[number]];

/** A line through points `x y x y …` with round joints. */
export function drawLine(
  scene: Scene,
  layer: number,
  role: number,
  points: readonly number[],
  width: number,
  dash: LineDash = 'solid',
): void {
  if (points.length < 4) return;
  const bucket = bucketOf(scene.zone, layer, LINE, role);
  const data = room(bucket, 3 + points.length);
  data[bucket.length] = points.length / 2;
  data[bucket.length + 1] = width;
  data[bucket.length + 2] = DASH_NAMES.indexOf(dash);
  data.set(points, bucket.length + 3);
  bucket.length += 3 + points.length;
}

/** A text whose middle line runs through `y`; the caller has already cut it to its room. */
export function drawText(
  scene: Scene,
  layer: number,
  role: number,
  font: FontRole,
  align: Alignment,
  x: number,
  y: number,
  text: string,
): void {
  if (text === '') return;
  const kind = TEXT + FONTS.indexOf(font) * ALIGNMENTS.length + ALIGNMENTS.indexOf(align);
  const bucket = bucketOf(scene.zone, layer, kind, role);
  const data = room(bucket, 2);
  data[bucket.length++] = x;
  data[bucket.length++] = y;
  if (scene.about) {
    const about = (bucket.about ??= { cells: [], wholes: [] });
    about.cells[bucket.textCount] = scene.about.cell;
    about.wholes[bucket.textCount] = scene.about.whole;
  } else bucket.about = null;
  bucket.texts[bucket.textCount++] = text;
}

/** Hands every primitive to a painter, in paint order. */
export function paintScene(scene: Scene, painter: Painter): void {
  for (let z = 0; z < scene.zoneCount; z++) {
    const zone = scene.zones[z];
    if (zone.width <= 0 || zone.height <= 0) continue;
    painter.clip(zone.x, zone.y, zone.width, zone.height);
    for (const bucket of zone.buckets) {
      if (bucket.length === 0) continue;
      if (bucket.kind === RECT) painter.rects(bucket.role, bucket.data, bucket.length);
      else if (bucket.kind === ROUND) painter.rounds(bucket.role, bucket.data, bucket.length);
      else if (bucket.kind === POLYGON) painter.polygons(bucket.role, bucket.data, bucket.length);
      else if (bucket.kind === LINE) painter.lines(bucket.role, bucket.data, bucket.length);
      else {
        const style = bucket.kind - TEXT;
        const font = FONTS[Math.floor(style / ALIGNMENTS.length)];
        painter.texts(bucket.role, font, ALIGNMENTS[style % ALIGNMENTS.length], bucket.data, bucket.texts, bucket.textCount, bucket.about);
      }
    }
    painter.unclip();
  }
}
