// Nodes and browsers have these; the types of the language do not.
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};
declare function atob(text: string): string;

/**
 * Instantiates a module without imports. `code` is in Base64.
 * Returns its exports; `null` where the host lacks WebAssembly or its vectors, or a policy forbids it.
 */
export function exportsOf(code: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(code), (character) => character.charCodeAt(0));
    return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  } catch {
    return null;
  }
}
