/**
 * Names of fields that every model API takes: Anthropic refuses a whole request with another one (Tool use, input_schema),
 * and OpenAI's strict mode takes fewer.
 */
export function isModelFieldName(name: string): boolean {
  return /^[a-zA-Z0-9_.-]{1,64}$/.test(name)
}

/** Gemini takes identifiers only (FunctionDeclaration). */
export function isGeminiFieldName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)
}
