/**
 * Whether the APIs of models accept the name of a field. Anthropic refuses a whole request with any other name (Tool use,
 * input_schema). Stricter ones have a function of their own.
 */
export function isModelFieldName(name: string): boolean {
  return /^[a-zA-Z0-9_.-]{1,64}$/.test(name)
}

/** Gemini takes identifiers only (FunctionDeclaration). */
export function isGeminiFieldName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)
}
