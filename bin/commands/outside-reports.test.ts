/**
 * Runs public bug reports of other projects, rebuilt small, through the command line. Groups that need a browser, a
 * sandbox or a database are run by other tests: `ELSEWHERE` names them, and the list is printed.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { readFolder } from '#lib/contracts/skill-folders/read-folder.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '#lib/kernel/json/json.ts'
import { exportTool } from '#lib/protocols/tool-formats/export-tool.ts'
import { readCorpus, withCorpus } from '#lib/testing/corpus.ts'
import { makeSkillDocument, makeSkillSetDocument } from '#lib/testing/factories.ts'
import { openedSkillWith, partsOf } from '#lib/testing/setup/catalog/exported-tool.ts'
import { expectImported, folderFile } from '#lib/testing/setup/storage/skill-folder.ts'
import { openTerminal } from '#lib/testing/terminal.ts'

// Each command line starts a process, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

type Report = {
  id: string
  group: string
  source: string
  run: string
  input: Json
  also?: { value: Json }
  note?: string
}

const reports = readCorpus<Report>('outside-reports')
const { cli, write, folder } = openTerminal()

async function answer(command: string[], question: Json): Promise<JsonObject> {
  const child = spawn(process.execPath, ['bin/guildhall.ts', ...command], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(`${JSON.stringify(question)}\n`)
  return JSON.parse(await text(child.stdout)) as JsonObject
}

const validate = (question: Json) => answer(['contract', 'validate', '--jsonl'], question)
const diff = (question: Json) => answer(['contract', 'diff', '--jsonl'], question)

type Run = (report: Report, input: JsonObject) => Promise<void>

const RUNS: Record<string, Run | undefined> = {
  'contract diff: default of a required field removed': async ({ also }, input) => {
    const found = await diff(input)
    expect(found).toMatchObject({ breaking: true, bump: 'major' })
    expect(JSON.stringify(found)).toContain('are refused')
    const [before, after] = await Promise.all(
      [input.before, input.after].map((schema) =>
        validate({ schema: schema as JsonSchema, data: also?.value ?? {}, coerce: true }),
      ),
    )
    expect([before?.valid, after?.valid]).toEqual([true, false])
  },
  'contract diff: default inside oneOf / then / patternProperties / dependentSchemas changed': async (
    _,
    input,
  ) => {
    const found = await diff(input)
    expect(found).toMatchObject({ breaking: false, bump: 'minor' })
    expect((found.changes as JsonObject[]).map(({ kind }) => kind)).toContain('default')
  },
  '$dynamicRef across two resources when the root has no $id': async (_, input) => {
    const found = await validate(input)
    expect(found.valid === false || found.schema_error !== undefined).toBe(true)
  },
  'patterns of other languages are accepted with another meaning': async (_, input) => {
    const found = await validate(input)
    expect(JSON.stringify(found.advice ?? found.schema_error)).toMatch(
      /Ruby|Python|PCRE|POSIX|ECMA-262|Slashes/,
    )
    const { stdout } = await cli('contract', 'lint', write(input.schema), '--json')
    expect(stdout).toContain('ecma-patterns')
  },
  'patterns: RE2 repeats at most 1,000 times': async (_, input) => {
    const { schema_error: refusal } = await validate(input)
    expect(JSON.stringify(refusal)).toMatch(/1,000.*minLength/)
    expect(JSON.stringify(isObject(refusal) ? refusal.repair : null)).not.toContain('$comment')
  },
  'byte order mark': async (_, { files }) => {
    if (files !== undefined) {
      // The contents of the report's other files are abbreviated.
      const frontmatter = '---\nname: notes\ndescription: Summarises meeting notes.\n---\n'
      const { skill } = expectImported(
        readFolder([
          folderFile('SKILL.md', `\u{feff}${frontmatter}\nSummarises the notes of a meeting.\n`),
          folderFile('skill.toml', `\u{feff}${MANIFEST}`),
          folderFile('code/main.py', '\u{feff}def main(args):\n    return {}\n'),
          ...['input.schema.json', 'output.schema.json'].map((path) =>
            folderFile(path, `\u{feff}${JSON.stringify(NOTES_SCHEMA)}`),
          ),
        ]),
      )
      expect(skill).toMatchObject({ runtime: 'python', parameters: NOTES_SCHEMA })
      return
    }
    const document = makeSkillSetDocument({ skills: [makeSkillDocument()] })
    const marked = write(`\u{feff}${JSON.stringify(document)}`)
    expect((await cli('contract', 'diff', write(document), marked)).stdout).toContain('Nothing changed.')
  },
  'contract diff and lint refuse the notations that validate accepts': async () => {
    const document = JSON.stringify(makeSkillSetDocument({ skills: [makeSkillDocument()] }))
    const file = write(`// a comment\n${document.replace('"slug":', 'slug:')}`)
    expect((await cli('contract', 'diff', file, file)).stdout).toContain('Nothing changed.')
    expect((await cli('contract', 'lint', file)).code).toBe(0)
  },
  'cli --json hides why a command failed': async (report) => {
    const words = String(report.input).replace('FOLDER', folder).replace('FILE', write('{}')).split(' ')
    const { stdout, stderr } = await cli(...words, '--json')
    expect(stdout + stderr).toContain('No Guildhall server')
  },
  'messages that mislead': async ({ id }, input) => {
    if (input.configDefinitions) {
      const document = makeSkillSetDocument({ skills: [makeSkillDocument()] })
      const file = write({ ...document, configDefinitions: input.configDefinitions })
      const { stdout, stderr } = await cli('validate', file)
      expect(stdout + stderr).toContain('defaultValue must be text: write "1.5", in quotes')
      return
    }
    const found = JSON.stringify(await validate(input))
    expect(found).not.toMatch(/"object\\" is not a JSON Schema type|must be \\"object\\"/)
    expect(found).toMatch(MEANT[id] ?? / /)
  },
  'format=openai: an array without items is exported as it is, and OpenAI refuses the whole request': async (
    _,
    input,
  ) => {
    for (const format of ['openai', 'openai-responses'] as const) {
      const opened = openedSkillWith(input.parameters as JsonSchema)
      const { schema } = partsOf(format, exportTool(opened, format))
      expect(arraysWithoutItems(schema)).toEqual([])
    }
  },
}

const MANIFEST = 'name = "notes"\ndescription = "Summarises meeting notes."\n[runtime]\nlanguage = "python"\n'
const NOTES_SCHEMA = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }

const MEANT: Record<string, RegExp | undefined> = {
  'message-root-anyof': /without a top-level \\"type\\": \\"object\\"/,
  'message-root-ref-draft07': /"valid":true/,
  'message-type-as-property': /stands inside \\"properties\\".*move \\"type\\" up/,
}

function arraysWithoutItems(schema: Json): Json[] {
  if (Array.isArray(schema)) return schema.flatMap(arraysWithoutItems)
  if (!isObject(schema)) return []
  const isBare = [schema.type].flat().includes('array') && !isObject(schema.items)
  return [...(isBare ? [schema] : []), ...Object.values(schema).flatMap(arraysWithoutItems)]
}

const BROWSER = 'needs a browser: e2e/forms-reports.spec.ts'
const IMPORT =
  'needs a database: lib/contracts/skill-folders/import-as-others-read.test.ts reads such folders'
const SANDBOX = 'needs the sandbox: outside-reports.sandbox.test.ts'
const TRACES = 'needs the sandbox: the tests of traces run it'

/** Groups that are not run here, and why. */
const ELSEWHERE: Record<string, string | undefined> = {
  "cli test: a failing Python example shows “SKILL_ERROR: 'amount'”": TRACES,
  'settings: a secret of several lines': BROWSER,
  'a run’s error without its cause': TRACES,
  'form: JSON null typed into an “Any JSON” field is sent as the text "null"': BROWSER,
  'form: the value of a field that if/then hides is still sent': BROWSER,
  'form: an untouched default of one kind survives the switch to another kind': BROWSER,
  'form: a decimal with more than 17 digits is “not a number”': BROWSER,
  'form: decimal comma and minus sign': BROWSER,
  'form: required names a field that properties does not declare': BROWSER,
  'form: tuple (prefixItems) cannot be filled in': BROWSER,
  'import: fields of Claude Code': IMPORT,
  'import: what is ignored is counted and refused first': IMPORT,
  'import: name and folder': IMPORT,
  'import: secret files beside SKILL.md are taken along': IMPORT,
  'import: a description that is not valid YAML unless quoted': IMPORT,
  'import: zip made by Windows PowerShell 5.1': IMPORT,
  'JavaScript as bundlers write it: export { x as default }':
    'needs the sandbox: the tests of handlers run it',
  'output: a date that does not exist is shown as another day': BROWSER,
  'tool formats: a field whose name a model API refuses': 'the tests of the tool formats run it',
}

/** Returns why a report is not run here, or undefined if it is. A group may have reports of several kinds. */
function reasonElsewhere({ group, run }: Report): string | undefined {
  return run.includes('sandbox exec --jsonl') ? SANDBOX : ELSEWHERE[group]
}

describe('bug reports of other projects', withCorpus(reports), () => {
  test('are each run here or by another test', () => {
    const left = new Map<string, number>()
    const unknown: string[] = []
    for (const report of reports ?? []) {
      const reason = reasonElsewhere(report)
      if (reason) {
        const line = `“${report.group}”: ${reason}`
        left.set(line, (left.get(line) ?? 0) + 1)
      } else if (!RUNS[report.group]) unknown.push(report.id)
    }
    for (const [line, count] of left) console.info(`not run here: ${count} of ${line}`)

    expect(unknown).toEqual([])
  })

  test.each((reports ?? []).filter((report) => RUNS[report.group] && !reasonElsewhere(report)))(
    '$id ($source) is handled: $group',
    async (report) => {
      await RUNS[report.group]?.(report, isObject(report.input) ? report.input : {})
    },
  )
})
