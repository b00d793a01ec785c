/** What the benchmark of prints uses of pdfkit, which brings no types. */
declare module 'pdfkit' {
  export class PDFDocument {
    constructor(options: { autoFirstPage: boolean; compress?: boolean });
    on(event: 'data', listener: (chunk: Uint8Array) => void): this;
    on(event: 'end', listener: () => void): this;
    addPage(options: { size: [number, number]; margin: number }): this;
    registerFont(name: string, file: Uint8Array): this;
    font(name: string): this;
    fontSize(size: number): this;
    save(): this;
    restore(): this;
    transform(a: number, b: number, c: number, d: number, e: number, f: number): this;
    rect(x: number, y: number, width: number, height: number): this;
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this;
    polygon(...points: [number, number][]): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    stroke(colour: string): this;
    clip(): this;
    fill(colour: string): this;
    fillColor(colour: string): this;
    text(text: string, x: number, y: number, options: { lineBreak: false }): this;
    widthOfString(text: string): number;
    end(): void;
  }
}
