import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

/** Fonts and decoders that files refer to and do not bring along, by name; each is fetched when a file needs it. */
const files = {
  ...import.meta.glob<string>('../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
  ...import.meta.glob<string>('../../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
};
const addressOfFile = new Map(Object.entries(files).map(([path, address]) => [path.replace(/^.*\//, ''), address]));

/** Pictures inside a file of more points than this are left out. */
const IMAGE_POINTS = 60_000_000;
/** A page is painted with at most so many points, however large it is shown. */
const PAGE_POINTS = 16_000_000;
const OPEN_MS = 30_000;
const PAINT_MS = 30_000;

export type PdfTrouble = 'locked' | 'unreadable';
export class PdfError extends Error {
  readonly trouble: PdfTrouble;
  constructor(trouble: PdfTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** An open PDF; pages count from 1. */
export type Pdf = {
  pages: number;
  /** Width and height of a page at its natural size. */
  sizeOf(page: number): Promise<{ width: number; height: number }>;
  /** Paints a page at a scale; the canvas and the text over it are ready when it ends. */
  paint(page: number, scale: number, into: { canvas: HTMLCanvasElement; text: HTMLElement }, signal: AbortSignal): Promise<void>;
};

/** Gives what `work` gives, or ends after so many milliseconds as a file that cannot be read. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new PdfError('unreadable')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Opens a PDF by its address, of which only the parts are fetched that are shown, until `closing` ends it. Reading and painting stand
 * in workers of their own.
 */
export async function openPdf(address: string, closing: AbortSignal): Promise<Pdf> {
  const { getDocument, GlobalWorkerOptions, PasswordResponses, PDFWorker, TextLayer } = await import('pdfjs-dist');
  closing.throwIfAborted();
  const reader = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  const painter = new Worker(new URL('./pdf.renderer.worker.ts', import.meta.url), { type: 'module' });
  GlobalWorkerOptions.rendererPorts = [painter];
  const task = getDocument({
    url: address,
    worker: PDFWorker.create({ port: reader }),
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    maxImageSize: IMAGE_POINTS,
    // The fonts of a machine have other widths than those that a file counts on.
    useSystemFonts: false,
    useWorkerFetch: false,
    BinaryDataFactory: fetchesFiles,
  });
  const close = (): void => {
    void task.destroy().catch(() => undefined);
    // A file that keeps a worker busy for ever is not asked to end.
    reader.terminate();
    painter.terminate();
  };
  closing.addEventListener('abort', close);
  const opened = Promise.withResolvers<PDFDocumentProxy>();
  closing.addEventListener('abort', () => opened.reject(closing.reason));
  task.onPassword = (_answer: unknown, reason: number) =>
    opened.reject(new PdfError(reason === PasswordResponses.NEED_PASSWORD ? 'locked' : 'unreadable'));
  task.promise.then(opened.resolve, () => opened.reject(new PdfError('unreadable')));
  let pdf: PDFDocumentProxy;
  try {
    pdf = await within(OPEN_MS, opened.promise);
  } catch (error) {
    close();
    throw error;
  }

  async function paint(page: PDFPageProxy, scale: number, { canvas, text }: Parameters<Pdf['paint']>[2], signal: AbortSignal) {
    const shown = page.getViewport({ scale });
    const wanted = scale * devicePixelRatio;
    const natural = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: Math.min(wanted, Math.sqrt(PAGE_POINTS / (natural.width * natural.height))) });
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const painting = page.render({ canvas, viewport });
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport: shown });
    signal.addEventListener('abort', () => {
      painting.cancel();
      layer.cancel();
    });
    text.replaceChildren();
    text.style.setProperty('--total-scale-factor', String(scale));
    await Promise.all([painting.promise, layer.render()]);
  }

  return {
    pages: pdf.numPages,
    async sizeOf(number) {
      const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
      return { width, height };
    },
    async paint(number, scale, into, signal) {
      const page = await pdf.getPage(number);
      signal.throwIfAborted();
      await within(PAINT_MS, paint(page, scale, into, signal));
    },
  };
}

/** What the library calls to have a file that a PDF refers to. */
function fetchesFiles() {
  return {
    async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
      const address = addressOfFile.get(filename);
      if (address === undefined) throw new Error(`no ${filename}`);
      return new Uint8Array(await (await fetch(address)).arrayBuffer());
    },
  };
}
