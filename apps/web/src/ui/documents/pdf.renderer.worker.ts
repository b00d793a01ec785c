// Paints pages of a PDF beside the page, so that one that takes long holds nothing up.
import 'pdfjs-dist/build/pdf.renderer.min.mjs';
