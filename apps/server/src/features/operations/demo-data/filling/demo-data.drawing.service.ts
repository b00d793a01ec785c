import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { seededRandom } from '@gantry/engine';

const [WIDTH, HEIGHT] = [1280, 800];
const HORIZON = 560;
const STOREY = 48;
const [LEFT, RIGHT] = [390, 960];

/** How far the building on a picture is: storeys of the frame and of the façade; none of both: the pit. */
export type Stage = { frame: number; facade: number; raft: boolean };
export const STAGES: readonly Stage[] = [
  { frame: 0, facade: 0, raft: false },
  { frame: 0, facade: 0, raft: true },
  { frame: 3, facade: 0, raft: true },
  { frame: 5, facade: 0, raft: true },
  { frame: 7, facade: 1, raft: true },
  { frame: 7, facade: 3, raft: true },
  { frame: 8, facade: 5, raft: true },
  { frame: 8, facade: 6, raft: true },
];

/** Draws the site as it looks at a stage. */
export async function drawSite({ frame, facade, raft }: Stage, seed: number): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext('2d');
  const random = seededRandom(seed + 1);
  drawSky(pen, random);
  drawTown(pen, random);
  drawGround(pen, random);
  if (frame === 0) drawPit(pen, raft);
  else drawBuilding(pen, frame, facade);
  drawCrane(pen, frame, 0.55 + random() * 0.35);
  drawFence(pen);
  return canvas.encode('jpeg', 86);
}

function drawSky(pen: SKRSContext2D, random: () => number): void {
  const sky = pen.createLinearGradient(0, 0, 0, HORIZON);
  const hue = 200 + random() * 15;
  sky.addColorStop(0, `hsl(${hue} 55% ${62 + random() * 10}%)`);
  sky.addColorStop(1, `hsl(${hue - 160} 45% 90%)`);
  pen.fillStyle = sky;
  pen.fillRect(0, 0, WIDTH, HORIZON);
  for (let cloud = 0; cloud < 5; cloud += 1) {
    const [x, y] = [random() * WIDTH, 40 + random() * 180];
    pen.fillStyle = `rgba(255,255,255,${0.25 + random() * 0.3})`;
    for (let puff = 0; puff < 7; puff += 1) ellipse(pen, x + puff * 30 - 90, y + random() * 18, 38 + random() * 26, 16 + random() * 10);
  }
}

function ellipse(pen: SKRSContext2D, x: number, y: number, width: number, height: number): void {
  pen.beginPath();
  pen.ellipse(x, y, width, height, 0, 0, Math.PI * 2);
  pen.fill();
}

function drawTown(pen: SKRSContext2D, random: () => number): void {
  for (let x = -20; x < WIDTH; x += 46 + random() * 40) {
    const [width, height] = [44 + random() * 50, 50 + random() * 120];
    pen.fillStyle = `hsl(215 14% ${64 + random() * 12}%)`;
    pen.fillRect(x, HORIZON - height, width, height);
    pen.fillStyle = 'rgba(255,255,255,0.22)';
    for (let y = HORIZON - height + 10; y < HORIZON - 12; y += 15)
      for (let at = x + 7; at < x + width - 8; at += 13) pen.fillRect(at, y, 6, 8);
  }
}

function drawGround(pen: SKRSContext2D, random: () => number): void {
  const ground = pen.createLinearGradient(0, HORIZON, 0, HEIGHT);
  ground.addColorStop(0, '#b79a74');
  ground.addColorStop(1, '#7f6547');
  pen.fillStyle = ground;
  pen.fillRect(0, HORIZON, WIDTH, HEIGHT - HORIZON);
  for (let speck = 0; speck < 700; speck += 1) {
    pen.fillStyle = `rgba(60,40,20,${random() * 0.18})`;
    pen.fillRect(random() * WIDTH, HORIZON + random() * (HEIGHT - HORIZON), 2 + random() * 7, 1 + random() * 2);
  }
}

function drawPit(pen: SKRSContext2D, raft: boolean): void {
  polygon(pen, '#5d4630', [
    [LEFT - 60, HORIZON + 30],
    [RIGHT + 60, HORIZON + 30],
    [RIGHT + 130, HORIZON + 150],
    [LEFT - 130, HORIZON + 150],
  ]);
  polygon(pen, raft ? '#b9bcbe' : '#6e5439', [
    [LEFT - 30, HORIZON + 62],
    [RIGHT + 30, HORIZON + 62],
    [RIGHT + 80, HORIZON + 132],
    [LEFT - 80, HORIZON + 132],
  ]);
  pen.fillStyle = raft ? '#8b5a3c' : '#9aa0a4';
  for (let x = LEFT; x < RIGHT; x += 24) pen.fillRect(x, HORIZON + (raft ? 52 : 74), raft ? 2 : 7, raft ? 22 : 16);
  polygon(pen, '#e0a526', [
    [250, HORIZON + 58],
    [330, HORIZON + 58],
    [338, HORIZON + 92],
    [242, HORIZON + 92],
  ]);
  line(pen, '#c98f16', 10, [
    [320, HORIZON + 62],
    [400, HORIZON - 6],
    [452, HORIZON + 66],
  ]);
  pen.fillStyle = '#333a40';
  pen.fillRect(236, HORIZON + 92, 112, 16);
}

function polygon(pen: SKRSContext2D, colour: string, points: readonly (readonly [number, number])[]): void {
  pen.fillStyle = colour;
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.closePath();
  pen.fill();
}

function line(pen: SKRSContext2D, colour: string, width: number, points: readonly (readonly [number, number])[]): void {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
}

const DEEP = 90;
function drawBuilding(pen: SKRSContext2D, frame: number, facade: number): void {
  const base = HORIZON + 40;
  for (let floor = 0; floor < frame; floor += 1) {
    const [top, bottom] = [base - (floor + 1) * STOREY, base - floor * STOREY];
    const clad = floor < facade;
    pen.fillStyle = clad ? '#e9e4da' : '#6f757a';
    pen.fillRect(LEFT, top, RIGHT - LEFT, STOREY);
    polygon(pen, clad ? '#c6bfb2' : '#565c61', [
      [RIGHT, top],
      [RIGHT + DEEP, top - 26],
      [RIGHT + DEEP, bottom - 26],
      [RIGHT, bottom],
    ]);
    for (let x = LEFT + 8; x < RIGHT - 30; x += 57) {
      pen.fillStyle = clad ? '#3f5f7d' : '#3c4146';
      pen.fillRect(x + 4, top + 11, clad ? 38 : 46, clad ? 29 : 35);
      pen.fillStyle = clad ? 'rgba(255,255,255,0.35)' : '#a7acb0';
      if (clad)
        polygon(pen, 'rgba(255,255,255,0.28)', [
          [x + 4, top + 40],
          [x + 22, top + 11],
          [x + 30, top + 11],
          [x + 12, top + 40],
        ]);
      else pen.fillRect(x - 5, top + 8, 9, STOREY - 8);
    }
    pen.fillStyle = clad ? '#d8763a' : '#b4b9bd';
    pen.fillRect(LEFT - 6, top, RIGHT - LEFT + 12, clad ? 4 : 8);
  }
  const top = base - frame * STOREY;
  pen.fillStyle = '#8b5a3c';
  for (let x = LEFT; x < RIGHT; x += 19) pen.fillRect(x, top - 16, 2, 16);
  line(pen, '#e0a526', 3, [
    [LEFT, top - 10],
    [RIGHT, top - 10],
  ]);
  pen.globalAlpha = 0.55;
  for (let x = LEFT - 14; facade < frame && x <= LEFT + 190; x += 34)
    line(pen, '#4b5a66', 2, [
      [x, base],
      [x, top],
    ]);
  for (let y = base; facade < frame && y > top; y -= 24)
    line(pen, '#4b5a66', 2, [
      [LEFT - 14, y],
      [LEFT + 190, y],
    ]);
  pen.globalAlpha = 1;
}

function drawCrane(pen: SKRSContext2D, frame: number, reach: number): void {
  const [x, top] = [1060, Math.min(150, HORIZON - frame * STOREY - 40)];
  for (let y = HORIZON + 40; y > top; y -= 18)
    line(pen, '#d9a21b', 2.5, [
      [x - 9, y],
      [x + 9, y - 18],
      [x - 9, y - 18],
      [x + 9, y],
    ]);
  line(pen, '#d9a21b', 4, [
    [x - 9, HORIZON + 40],
    [x - 9, top],
  ]);
  line(pen, '#d9a21b', 4, [
    [x + 9, HORIZON + 40],
    [x + 9, top],
  ]);
  line(pen, '#d9a21b', 5, [
    [x - 720 * reach, top],
    [x + 150, top],
  ]);
  line(pen, '#d9a21b', 2, [
    [x - 720 * reach, top],
    [x, top - 52],
    [x + 150, top],
  ]);
  pen.fillStyle = '#70777c';
  pen.fillRect(x + 112, top, 36, 34);
  const hook = x - 420 * reach;
  line(pen, '#333a40', 1.5, [
    [hook, top],
    [hook, top + 84],
  ]);
  pen.fillStyle = '#b9bcbe';
  pen.fillRect(hook - 34, top + 84, 68, 14);
}

function drawFence(pen: SKRSContext2D): void {
  for (let x = -10; x < WIDTH; x += 64) {
    pen.fillStyle = x % 128 === -10 ? '#2f6db5' : '#e8ecef';
    pen.fillRect(x, HEIGHT - 92, 60, 62);
    pen.fillStyle = 'rgba(0,0,0,0.18)';
    pen.fillRect(x, HEIGHT - 36, 60, 6);
  }
}
