// The code that is generated from a publisher's contract runs in other people's browsers, so it is parsed here.
import { tokenizer, tokTypes } from 'acorn'
import { expect, test } from 'vitest'
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { canonicalSchema } from '../parse/canonical-schema.ts'
import { validatorCode } from './validator-code.ts'
import { encodeSchema } from './validator-schema.ts'

/** Texts that would run as code if the literal or comment around them ended early. */
const TEXTS = [
  '*/INJECTED/*',
  'urn:x:*/;INJECTED;/*',
  '"+INJECTED+"',
  "'+INJECTED+'",
  '`+INJECTED+`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an attempt to get into a template
  '${INJECTED}',
  '\\"+INJECTED+"',
  '\nINJECTED\n',
  '\u2028INJECTED\u2029',
  '];INJECTED;[',
  '</script>INJECTED',
]

const CONTRACTS: Record<string, (text: string) => JsonSchema> = {
  $id: (text) => ({ $id: text, properties: { a: { minLength: 2 } } }),
  'inner $id': (text) => ({ $defs: { b: { $id: text, minLength: 2 } }, properties: { a: { $ref: text } } }),
  '$id behind a pointer': (text) => ({
    $defs: { b: { $id: text, minLength: 2 } },
    properties: { a: { $ref: '#/$defs/b' } },
  }),
  names: (text) => ({ properties: { [text]: { minLength: 2 } }, required: [text] }),
  dependencies: (text) => ({ dependentRequired: { [text]: [text] }, dependentSchemas: { [text]: false } }),
  definitions: (text) => ({
    $defs: { [text]: { minLength: 2 } },
    properties: { a: { $ref: `#/$defs/${text}` } },
  }),
  anchors: (text) => ({ $defs: { b: { $anchor: text } }, properties: { a: { $ref: `#${text}` } } }),
  patterns: (text) => ({ patternProperties: { [text]: { pattern: text } } }),
  values: (text) => ({
    properties: { a: { enum: [text, { [text]: text }] }, b: { const: { [text]: text } } },
  }),
  texts: (text) => ({ title: text, description: text, $comment: text, properties: { a: { default: text } } }),
  formats: (text) => ({ properties: { a: { format: text, contentMediaType: text, contentEncoding: text } } }),
  choices: (text) => ({
    properties: { a: { oneOf: [{ const: text } as JsonObject, { required: [text] }] } },
  }),
  'unknown keywords': (text) => ({ [text]: text, properties: { a: { [text]: { [text]: text } } } }),
}

test.each(Object.entries(CONTRACTS))(
  'hostile %s of a contract never become code of its validator',
  (_, contractWith) => {
    for (const text of TEXTS) {
      const { schema } = canonicalSchema({ type: 'object', ...contractWith(text) })
      const code = schema && validatorCode(schema)
      if (code) expect(namesIn(code), text).not.toContain('INJECTED')
    }
  },
)

test('a contract whose $id would end a comment has no code, and a form asks for none', async () => {
  const { schema } = canonicalSchema({
    $id: 'https://x.example/*/;alert();/*',
    type: 'object',
    properties: {},
  })

  expect(validatorCode(schema!)).toBeNull()
  expect(await encodeSchema(schema!)).toBeUndefined()
})

function namesIn(code: string): string[] {
  const tokens = [...tokenizer(code, { ecmaVersion: 'latest', sourceType: 'module' })]
  return tokens.filter(({ type }) => type === tokTypes.name).map(({ start, end }) => code.slice(start, end))
}
