declare module 'js-yaml' {
  export function safeLoad(text: string): unknown;
}
