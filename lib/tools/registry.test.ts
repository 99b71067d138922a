// Compares every tool with the specification and with the checklist for new ones.
import { describe, expect, test } from 'vitest'
import { TOOL_DESCRIPTIONS } from '../contracts/permissions/permission-lines.ts'
import { canonicalSchema } from '../json-schema/parse/canonical-schema.ts'
import { walkSchema } from '../json-schema/tree/schema-tree.ts'
import { isObject, type JsonObject, type JsonSchema } from '../kernel/json/json.ts'
import { isToolName } from '../kernel/names/tool-name.ts'
import { previewSentence } from '../plans/model/document/preview-sentence.ts'
import { MAX_PATH_BYTES } from '../vault/model/vault-path.ts'
import { BUILT_IN_TOOLS, findBuiltInTool } from './built-in-tools.ts'
import { type BuiltInTool, callerSchema } from './definition/built-in-tool.ts'
import { TOOL_SKILLS } from './tool-skill.ts'

const POSITION = '{ line: integer, ch: integer }'
const RANGE = `{ from: ${POSITION}, to: ${POSITION} }`
const FILE_ENTRY =
  '{ path: string, kind: file | folder, sizeBytes?: integer, mtimeMs?: integer, ctimeMs?: integer, etag?: string }'
const SEARCH_MATCH = '{ path: string, line?: integer, start?: integer, end?: integer, snippet: string }'
const COMMAND =
  '{ id: string, name: string, ownerHint?: string, ownerType?: community | core | unknown, confidence?: high | low }'
const LEAF = '{ id: string, viewType: string, title?: string }'
const SUMMARY = '{ isEmpty: boolean, length: integer }'
const BULLET = '{ text: string, raw: string, depth: integer }'
const COLLISION = 'create-unique | error | overwrite'
const SLICE = '{ start: integer, end: integer }'
const PATCH =
  '{ find: string, replace: string, all?: boolean } | { replaceRange: { start: integer, end: integer, text: string } }'
/** Beyond the seed: its §2.2 and docs/spec/tools-and-plans.md give every tool that writes an etag to expect and to return. */
const EXPECTS = 'expectedEtag?: string'
const ETAG = 'etag?: string'

/** Each tool's input and output in the notation of the seed: “?” marks optional fields, “a | b” an enum. */
// biome-ignore format: table
const SEED: Record<string, [input: string, output: string]> = {
  'vault.ensureFolder':       [`path: string; ${EXPECTS}`, 'path: string; created: boolean'],
  'vault.listFiles':          ['prefix?: string; recursive?: boolean; extensions?: string[]; limit?: integer; offset?: integer', `items: ${FILE_ENTRY}[]; nextOffset?: integer; truncated: boolean`],
  'vault.readFile':           [`path: string; maxBytes?: integer; range?: ${SLICE}; as?: base64 | text`, 'path: string; content: string; etag?: string; mtimeMs?: integer; truncated?: boolean; encoding?: string'],
  'vault.createFile':         [`path: string; content: string; ifNotExists?: boolean; collisionStrategy?: ${COLLISION}; frontmatter?: object; ${EXPECTS}`, 'path: string; created: boolean; etag?: string; mtimeMs?: integer'],
  'vault.writeFile':          ['path: string; content: string; mode?: append | overwrite; expectedEtag?: string', 'path: string; etag?: string; mtimeMs?: integer; bytesWritten?: integer'],
  'vault.patchFile':          [`path: string; patch: ${PATCH}; expectedEtag?: string`, 'path: string; etag?: string; mtimeMs?: integer; applied: boolean'], // §2.2: write-like
  'vault.rename':             [`fromPath: string; toPath: string; collisionStrategy?: ${COLLISION}; ${EXPECTS}`, `fromPath: string; toPath: string; ${ETAG}`],
  'vault.delete':             [`path: string; trash?: boolean; requireExists?: boolean; ${EXPECTS}`, `path: string; deleted: boolean; trashed?: boolean; ${ETAG}`],
  'vault.searchText':         ['query: string; mode?: plain | regex; paths?: string[]; caseSensitive?: boolean; limit?: integer; snippetLength?: integer', `matches: ${SEARCH_MATCH}[]; truncated: boolean`],
  'editor.getSelection':      ['', `text: string; isEmpty: boolean; range?: ${RANGE}; filePath?: string; mode?: preview | source | unknown`],
  'editor.replaceSelection':  [`text: string; preserveIndent?: boolean; ${EXPECTS}`, `filePath: string; range: ${RANGE}; insertedChars: integer; ${ETAG}`],
  'editor.insertAtCursor':    [`text: string; ${EXPECTS}`, `filePath: string; cursorAfter: ${POSITION}; insertedChars: integer; ${ETAG}`],
  'editor.replaceRange':      [`from: ${POSITION}; to: ${POSITION}; text: string; ${EXPECTS}`, `filePath: string; range: ${RANGE}; insertedChars: integer; ${ETAG}`],
  'editor.getActiveFilePath': ['', 'path: string'],
  'workspace.getContext':     ['includeOpenLeaves?: boolean; includeActiveViewState?: boolean', `activeFilePath?: string; activeViewType?: string; isMarkdown?: boolean; openLeaves?: ${LEAF}[]; selectionSummary?: ${SUMMARY}`],
  'workspace.openFile':       ['path: string; newLeaf?: boolean; focus?: boolean', 'path: string; opened: boolean; leafId?: string'],
  'commands.list':            ['query?: string; prefix?: string; limit?: integer', `commands: ${COMMAND}[]; truncated: boolean`],
  'commands.run':             ['id: string', 'id: string; executed: boolean; errorMessage?: string'],
  'util.parseMarkdownBullets': ['text: string; allowNested?: boolean', `items: ${BULLET}[]; count: integer`],
  'util.slugifyTitle':        ['title: string; maxLength?: integer', 'slug: string'],
}

/** Output fields whose values other tools accept as a path. */
const PATHS = new Set(['path', 'fromPath', 'toPath', 'filePath', 'activeFilePath'])

test.each(BUILT_IN_TOOLS.map((tool) => [tool.name, tool] as const))(
  'a path in the output of %s is valid input for tools that take a path',
  (_name, { outputSchema }) => {
    walkSchema(outputSchema, ({ properties }) => {
      for (const [name, field] of Object.entries(isObject(properties) ? properties : {}))
        if (PATHS.has(name)) expect(field).toMatchObject({ minLength: 1, maxLength: MAX_PATH_BYTES })
    })
  },
)

test.each(BUILT_IN_TOOLS.map((tool) => [tool.name, tool] as const))(
  'the input of %s has no limit on paths: the vault refuses what is too long',
  (_name, { inputSchema }) => {
    const fields = isObject(inputSchema.properties) ? inputSchema.properties : {}
    for (const [name, field] of Object.entries(fields))
      if (PATHS.has(name)) expect(field).not.toHaveProperty('maxLength')
  },
)

test('a listed command can be run: both tools declare its id the same', () => {
  const [list, run] = ['commands.list', 'commands.run'].map((name) => findBuiltInTool(name)!)
  const listed: JsonSchema[] = []
  walkSchema(list!.outputSchema, ({ properties }) => {
    if (isObject(properties) && isObject(properties.id)) listed.push(properties.id)
  })

  const { minLength, maxLength } = (run!.inputSchema.properties as { id: JsonSchema }).id
  expect(listed).toMatchObject([{ minLength, maxLength }])
})

const COMMON = ['dryRun', 'note', 'requestId']
const RISKS = ['read-only', 'writes', 'commands']

/** The input with which each preview is formatted. */
const INPUTS: JsonObject = {
  path: 'Folder/Note.md',
  fromPath: 'Folder/Note.md',
  toPath: 'Folder/Other.md',
  id: 'guildhall:toggle-theme',
  query: 'needle',
  title: 'A title',
  content: 'Words.',
  text: 'Words.',
  from: { line: 0, ch: 0 },
  to: { line: 0, ch: 3 },
  patch: { replaceRange: { start: 0, end: 1, text: 'W' } },
}

const fieldsOf = (schema: JsonSchema) => schema.properties as Record<string, JsonSchema>

/** Returns the fields of a schema as SEED writes them ("as?: base64 | text"), without those that all tools have. */
function written({ properties, required }: JsonSchema): string[] {
  return Object.entries(properties as Record<string, JsonSchema>)
    .filter(([name]) => !COMMON.includes(name))
    .map(
      ([name, field]) => `${name}${(required as string[]).includes(name) ? '' : '?'}: ${describeType(field)}`,
    )
}

function describeType(schema: JsonSchema): string {
  if (Array.isArray(schema.oneOf))
    return schema.oneOf.map((each) => describeType(each as JsonSchema)).join(' | ')
  if (Array.isArray(schema.enum)) return schema.enum.toSorted().join(' | ')
  if (schema.type === 'array') return `${describeType(schema.items as JsonSchema)}[]`
  // Front matter is an object without declared fields.
  if (schema.properties) return `{ ${written(schema).join(', ')} }`
  return String(schema.type)
}

test('the built-in tools are the twenty of the specification', () => {
  expect(BUILT_IN_TOOLS.map(({ name }) => name)).toEqual(Object.keys(SEED))
  expect(TOOL_SKILLS.map(({ name }) => name)).toEqual(Object.keys(SEED))
})

test('every tool that writes in the vault or the editor takes an expected etag', () => {
  const writers = BUILT_IN_TOOLS.filter(({ riskLevel }) => riskLevel === 'writes')

  expect(writers.length).toBeGreaterThan(8)
  for (const { name, inputSchema } of writers)
    expect(fieldsOf(inputSchema), name).toMatchObject({ expectedEtag: { type: 'string' } })
})

test('the consent text of each tool states what it does, and whether it makes changes', () => {
  const risks = Object.entries(TOOL_DESCRIPTIONS).map(([name, { risk }]) => [name, risk])
  expect(risks).toEqual(BUILT_IN_TOOLS.map(({ name, riskLevel }) => [name, riskLevel]))
})

describe.each(BUILT_IN_TOOLS.map((tool) => [tool.name, tool] as const))('%s', (name, tool: BuiltInTool) => {
  const { inputSchema, outputSchema, riskLevel, sideEffects, availability } = tool
  const schemas = [inputSchema, outputSchema]

  test('has the fields and the types that the seed and the specification give it, and no others', () => {
    const [input, output] = SEED[name]!.map((fields) => fields.split('; ').filter(Boolean).toSorted()) as [
      string[],
      string[],
    ]
    expect(written(inputSchema).toSorted()).toEqual(input)
    expect(written(outputSchema).toSorted()).toEqual(output)
  })

  test('is strict, including nested objects, and describes each field', () => {
    for (const schema of schemas) {
      expect(schema).toMatchObject({
        type: 'object',
        additionalProperties: false,
        required: expect.any(Array),
      })
      expect(canonicalSchema(schema).issues).toEqual([])
      walkSchema(schema, (each, pointer) => {
        // Front matter may contain any fields.
        if (each.type === 'object' && !pointer.endsWith('/frontmatter'))
          expect(each, pointer).toMatchObject({ additionalProperties: false })
        if (/\/properties\/\w+$/.test(pointer)) expect(each.description, pointer).toMatch(/\S/)
      })
    }
  })

  test('describes paths, times and results like every tool', () => {
    walkSchema({ type: 'object', properties: { input: inputSchema, output: outputSchema } }, (each) => {
      for (const [field, schema] of Object.entries(isObject(each.properties) ? fieldsOf(each) : {})) {
        expect(field).toMatch(/^[a-z][A-Za-z]*$/)
        // These names are ambiguous, and times are epoch milliseconds.
        expect(['pattern', 'file', 'folder', 'timestamp', 'mtime']).not.toContain(field)
        if (field.endsWith('Ms')) expect(schema.type).toBe('integer')
        if (/[pP]ath$/.test(field)) expect(schema.type).toBe('string')
      }
    })
    // These fields belong to the ToolResult around the output.
    expect(Object.keys(fieldsOf(outputSchema))).not.toEqual(expect.arrayContaining(['ok']))
    expect(['result', 'data', 'error'].filter((field) => field in fieldsOf(outputSchema))).toEqual([])
  })

  test('declares its effects and its availability', () => {
    expect(isToolName(name)).toBe(true)
    expect(RISKS).toContain(riskLevel)
    expect(sideEffects.length > 0).toBe(riskLevel !== 'read-only')
    for (const text of [tool.title, tool.description, availability, ...sideEffects])
      expect(text).toMatch(/\S/)
    expect(tool.title).not.toMatch(/\.$/)
    expect(tool.description).toMatch(/\.$/)
  })

  test('supports dry runs and notes if it makes changes, and takes no request id from a caller', () => {
    const common = COMMON.filter((field) => field in fieldsOf(inputSchema))
    if (riskLevel !== 'read-only') expect(common).toEqual(expect.arrayContaining(['dryRun', 'requestId']))
    for (const field of common) expect(inputSchema.required).not.toContain(field)
    expect(fieldsOf(callerSchema(inputSchema))).not.toHaveProperty('requestId')
  })

  test('begins its preview with a verb, and names the path or the command', () => {
    const wanted = Object.keys(fieldsOf(inputSchema)).filter((field) => field in INPUTS)
    const input = Object.fromEntries(wanted.map((field) => [field, INPUTS[field]!]))
    const preview = previewSentence(tool.preview, input, (value) => String(value))

    expect(preview).toMatch(
      /^(Append|Change|Create|Delete|Find|Insert|List|Look|Make|Name|Open|Put|Read|Rename|Replace|Run|Search|Write) /,
    )
    for (const field of ['path', 'fromPath', 'toPath', 'id'])
      if (field in input) expect(preview).toContain(input[field])
    expect(preview).not.toMatch(/undefined|\[object|\.$/)
  })

  test('uses only its own arguments in its preview, and always has a sentence', () => {
    const variants: { template: string; given?: string; when?: JsonObject }[] =
      typeof tool.preview === 'string' ? [{ template: tool.preview }] : [...tool.preview]
    const named = variants.flatMap(({ template, given, when = {} }) => [
      ...template.matchAll(/\{(\w+)\}/g).map(([, field]) => field),
      ...(given ? [given] : []),
      ...Object.keys(when),
    ])
    for (const field of named) expect(fieldsOf(inputSchema)).toHaveProperty(field!)
    expect(Object.keys(variants.at(-1)!)).toEqual(['template'])
  })
})
