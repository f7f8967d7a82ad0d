/** Strokes of the bundled logo, with round ends: SVG path data in a coordinate system of `width` by `height`. */
interface LogoStrokes {
  readonly width: number;
  readonly paths: readonly string[];
}

/** The bundled logo of the provider, for the page and the PDF: the mark and the dots in the accent colour, the letters in that of text. */
export const bundledLogo = {
  width: 124,
  height: 36,
  mark: {
    width: 3.4,
    paths: [
      'M5 15.5a13.5 13.5 0 0 0 15.5 15.5',
      'M5 15.5 20.5 31',
      'M15.5 13.5a7 7 0 0 1 7 7',
      'M15.5 5.5a15 15 0 0 1 15 15',
    ],
  },
  letters: {
    width: 3.6,
    paths: ['M42 20h14a7 7 0 1 0-2.2 5', 'M65 6v20m0-6a7 7 0 1 1 14 0 7 7 0 0 1-14 0', 'M88 13v14M98 6v21M108 6v21'],
  },
  dots: [
    { x: 15, y: 21, radius: 2.6 },
    { x: 88, y: 7, radius: 2.3 },
  ],
} as const satisfies {
  readonly width: number;
  readonly height: number;
  readonly mark: LogoStrokes;
  readonly letters: LogoStrokes;
  readonly dots: readonly { readonly x: number; readonly y: number; readonly radius: number }[];
};
