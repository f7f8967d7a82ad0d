import type { Config } from 'tailwindcss';

/**
 * The design tokens as names for classes. Their values are CSS variables in app/globals.css, so that dark mode and a partner's
 * colour change them in one place. Only these colours exist: a screen cannot bring its own.
 */
export default {
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      white: '#ffffff',
      /** On white in both modes: a partner's name where its logo does not load. */
      black: '#000000',
      page: 'var(--page)',
      surface: 'var(--surface)',
      sunken: 'var(--sunken)',
      line: 'var(--line)',
      'line-strong': 'var(--line-strong)',
      ink: 'var(--ink)',
      'ink-soft': 'var(--ink-soft)',
      accent: 'var(--accent)',
      'on-accent': 'var(--on-accent)',
      'accent-pressed': 'var(--accent-pressed)',
      'accent-ink': 'var(--accent-ink)',
      'accent-soft': 'var(--accent-soft)',
      success: 'var(--success)',
      'success-soft': 'var(--success-soft)',
      warning: 'var(--warning)',
      'warning-soft': 'var(--warning-soft)',
      danger: 'var(--danger)',
      'danger-soft': 'var(--danger-soft)',
      info: 'var(--info)',
      'info-soft': 'var(--info-soft)',
    },
    fontFamily: {
      // The fonts of the system, those of Chinese and of Tamil last.
      sans: [
        ...['system-ui', '-apple-system', 'Segoe UI', 'Roboto', 'Noto Sans', 'Helvetica Neue', 'Arial'],
        ...['PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC'],
        ...['InaiMathi', 'Nirmala UI', 'Noto Sans Tamil', 'sans-serif'],
      ],
    },
    /**
     * Six steps, 14 to 34 pixels at the browser's default size; text on a page is never smaller. From `lg`, bold text is large for contrast: WCAG
     * 2.2, 'large scale', 14 pt or 18.66 pixels. Enlarged, a headline grows no wider than a phone's window, and stays larger than
     * what is below it. Tamil, whose words are long, has smaller ones: `--headline-scale` in app/globals.css.
     */
    fontSize: {
      sm: ['0.875rem', { lineHeight: '1.25rem' }],
      base: ['1rem', { lineHeight: '1.5rem' }],
      lg: ['min(1.1875rem, 10vw)', { lineHeight: '1.3684' }],
      xl: ['min(1.375rem * var(--headline-scale, 1), 10vw)', { lineHeight: '1.2727' }],
      '2xl': ['min(1.75rem * var(--headline-scale, 1), 10.5vw)', { lineHeight: '1.2143' }],
      '3xl': ['min(2.125rem * var(--headline-scale, 1), 11vw)', { lineHeight: '1.1765' }],
    },
    borderRadius: { none: '0', sm: '0.375rem', md: '0.625rem', lg: '1rem', full: '9999px' },
    /** What is raised has its own class in app/globals.css. */
    boxShadow: { none: 'none' },
    screens: { sm: '30rem', md: '48rem', lg: '64rem' },
    extend: {
      /**
       * These stop growing with enlarged text in a narrow window: the text needs the space. At 320 pixels and no larger text both are the
       * same. `4` and `5` even give way to larger text.
       */
      spacing: {
        1.5: 'min(0.375rem, 1.875vw)',
        2: 'min(0.5rem, 2.5vw)',
        3: 'min(0.75rem, 3.75vw)',
        4: 'var(--edge)',
        5: 'min(1.25rem, max(3.5vw, 12.5vw - 1.25rem))',
        6: 'min(1.5rem, 7.5vw)',
        9: 'min(2.25rem, 11.25vw)',
      },
      maxWidth: { page: '33rem', wide: '60rem', prose: '42rem' },
      /** The minimum size of a target. WCAG 2.2, 2.5.8 asks for 24. Enlarged text makes it higher by itself. */
      minHeight: { tap: '44px' },
      minWidth: { tap: '44px' },
    },
  },
} satisfies Config;
