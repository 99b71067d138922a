/** A frame loads nothing, so the interpreter decides alone, and the server after it. Replaces `load-compiled.ts`. */
export function loadCompiled(): void {}
