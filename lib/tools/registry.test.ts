// Every tool, held to the seed's fields and to its checklist for new ones.
// Source: seed "Tool Input/Output Schema Conventions" §1, §3, §5, §6.
import { describe, expect, test } from 'vitest'
import { TOOL_WORDS } from '../contract/document/tool-words.ts'
import { isObject, type JsonObject, type JsonSchema } from '../contract/json/json.ts'
import { isToolName } from '../contract/market/skill-name.ts'
import { previewSentence } from '../contract/plan/preview-sentence.ts'
import { canonicalSchema } from '../contract/schema/canonical-schema.ts'
import { walkSchema } from '../contract/schema/schema-tree.ts'
import { ALL_TOOLS } from './all-tools.ts'
import { callerSchema } from './common-inputs.ts'
import type { Tool } from './tool.ts'
import { TOOL_SKILLS } from './tool-skill.ts'

/** Input → output, as the seed lists them: "?" marks what is optional. */
// biome-ignore format: a table reads in rows
const SEED: Record<string, [input: string, output: string]> = {
  'vault.ensureFolder':       ['path', 'path created'],
  'vault.listFiles':          ['prefix? recursive? extensions? limit? offset?', 'items nextOffset? truncated'],
  'vault.readFile':           ['path maxBytes? range? as?', 'path content etag? mtimeMs? truncated? encoding?'],
  'vault.createFile':         ['path content ifNotExists? collisionStrategy? frontmatter?', 'path created etag? mtimeMs?'],
  'vault.writeFile':          ['path content mode? expectedEtag?', 'path etag? mtimeMs? bytesWritten?'],
  'vault.patchFile':          ['path patch expectedEtag?', 'path etag? mtimeMs? applied'], // §2.2: write-like
  'vault.rename':             ['fromPath toPath collisionStrategy?', 'fromPath toPath'],
  'vault.delete':             ['path trash? requireExists?', 'path deleted trashed?'],
  'vault.searchText':         ['query mode? paths? caseSensitive? limit? snippetLength?', 'matches truncated'],
  'editor.getSelection':      ['', 'text isEmpty range? filePath? mode?'],
  'editor.replaceSelection':  ['text preserveIndent?', 'filePath range insertedChars'],
  'editor.insertAtCursor':    ['text', 'filePath cursorAfter insertedChars'],
  'editor.replaceRange':      ['from to text', 'filePath range insertedChars'],
  'editor.getActiveFilePath': ['', 'path'],
  'workspace.getContext':     ['includeOpenLeaves? includeActiveViewState?', 'activeFilePath? activeViewType? isMarkdown? openLeaves? selectionSummary?'],
  'workspace.openFile':       ['path newLeaf? focus?', 'path opened leafId?'],
  'commands.list':            ['query? prefix? limit?', 'commands truncated'],
  'commands.run':             ['id', 'id executed errorMessage?'],
  'util.parseMarkdownBullets': ['text allowNested?', 'items count'],
  'util.slugifyTitle':        ['title maxLength?', 'slug'],
}

const COMMON = ['dryRun', 'note', 'requestId']
const RISKS = ['read-only', 'writes', 'commands']

/** One input that each preview is read for. */
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

/** "path as?" of a schema, without what all tools have in common. */
function written(schema: JsonSchema): string[] {
  const required = schema.required as string[]
  return Object.keys(fieldsOf(schema))
    .filter((name) => !COMMON.includes(name))
    .map((name) => (required.includes(name) ? name : `${name}?`))
}

test('there are the twenty of the specification', () => {
  expect(ALL_TOOLS.map(({ name }) => name)).toEqual(Object.keys(SEED))
  expect(TOOL_SKILLS.map(({ name }) => name)).toEqual(Object.keys(SEED))
})

test('whoever is asked to let a skill use one is told what it does, and whether it changes something', () => {
  const told = Object.entries(TOOL_WORDS).map(([name, { changes }]) => [name, changes])
  expect(told).toEqual(ALL_TOOLS.map(({ name, riskLevel }) => [name, riskLevel !== 'read-only']))
})

describe.each(ALL_TOOLS.map((tool) => [tool.name, tool] as const))('%s', (name, tool: Tool) => {
  const { inputSchema, outputSchema, riskLevel, sideEffects, availability } = tool
  const schemas = [inputSchema, outputSchema]

  test('has the fields that the seed gives it, and no others', () => {
    const [input, output] = SEED[name]!.map((fields) => fields.split(' ').filter(Boolean).toSorted()) as [
      string[],
      string[],
    ]
    expect(written(inputSchema).toSorted()).toEqual(input)
    expect(written(outputSchema).toSorted()).toEqual(output)
  })

  test('is strict, to the last object in it, and says of each field what it is', () => {
    for (const schema of schemas) {
      expect(schema).toMatchObject({
        type: 'object',
        additionalProperties: false,
        required: expect.any(Array),
      })
      expect(canonicalSchema(schema).issues).toEqual([])
      walkSchema(schema, (each, pointer) => {
        // Front matter is whatever its author likes.
        if (each.type === 'object' && !pointer.endsWith('/frontmatter'))
          expect(each, pointer).toMatchObject({ additionalProperties: false })
        if (/\/properties\/\w+$/.test(pointer)) expect(each.description, pointer).toMatch(/\S/)
      })
    }
  })

  test('speaks of places, times and results as every tool does', () => {
    walkSchema({ type: 'object', properties: { input: inputSchema, output: outputSchema } }, (each) => {
      for (const [field, schema] of Object.entries(isObject(each.properties) ? fieldsOf(each) : {})) {
        expect(field).toMatch(/^[a-z][A-Za-z]*$/)
        // Never overloaded, and times are epoch milliseconds.
        expect(['pattern', 'file', 'folder', 'timestamp', 'mtime']).not.toContain(field)
        if (field.endsWith('Ms')) expect(schema.type).toBe('integer')
        if (/[pP]ath$/.test(field)) expect(schema.type).toBe('string')
      }
    })
    // The envelope is the ToolResult's.
    expect(Object.keys(fieldsOf(outputSchema))).not.toEqual(expect.arrayContaining(['ok']))
    expect(['result', 'data', 'error'].filter((field) => field in fieldsOf(outputSchema))).toEqual([])
  })

  test('declares what it may do, and when it can be used', () => {
    expect(isToolName(name)).toBe(true)
    expect(RISKS).toContain(riskLevel)
    expect(sideEffects.length > 0).toBe(riskLevel !== 'read-only')
    for (const words of [tool.title, tool.description, availability, ...sideEffects])
      expect(words).toMatch(/\S/)
    expect(tool.title).not.toMatch(/\.$/)
    expect(tool.description).toMatch(/\.$/)
  })

  test('can be rehearsed and explained when it changes something, and takes no request id from a caller', () => {
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

  test('speaks in its preview of its own arguments only, and always has a sentence', () => {
    const variants: { say: string; given?: string; when?: JsonObject }[] =
      typeof tool.preview === 'string' ? [{ say: tool.preview }] : [...tool.preview]
    const named = variants.flatMap(({ say, given, when = {} }) => [
      ...say.matchAll(/\{(\w+)\}/g).map(([, field]) => field),
      ...(given ? [given] : []),
      ...Object.keys(when),
    ])
    for (const field of named) expect(fieldsOf(inputSchema)).toHaveProperty(field!)
    expect(Object.keys(variants.at(-1)!)).toEqual(['say'])
  })
})
