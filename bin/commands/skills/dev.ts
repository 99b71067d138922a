import fs from 'node:fs'
import path from 'node:path'
import { checkDocument } from '#lib/contracts/checks/check-document.ts'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { toPublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { chooseHandle } from '#lib/publishing/drafts/choose-handle.ts'
import { type LocalSandbox, withLocalSandbox } from '#sandboxd/local-sandbox.ts'
import { dataFolder } from '../../server/installation/data-folder.ts'
import { connectToInstallation, readRunFile, siteUrl } from '../../server/installation/run-file.ts'
import { contextForPublisher } from '../acting-context.ts'
import { type CliCommand, escapeForTerminal } from '../cli-command.ts'
import { findHints, issueLines, readSkillSet } from './read-skill-set.ts'
import { readTestSettings } from './read-test-settings.ts'
import { saveAsDraft } from './save-as-draft.ts'
import { testExample } from './test-example.ts'
import { formatTestedExample, listExamples } from './tested-example.ts'
import { watchSaves } from './watch-saves.ts'

export const devCommand: CliCommand = {
  summary: 'Watch a SkillSet file: check it, run its examples and update its form at every save.',
  usage: 'FILE [--skill SLUG] [--settings FILE] [--email EMAIL] [--publisher HANDLE]',
  options: {
    skill: 'run only the examples of this skill',
    settings: 'a JSON file with values of config keys, secrets included, by key',
    email: 'the user whose draft shows the form (default: the owner of the handle, or the first admin)',
    publisher: 'the handle of the draft',
  },
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [file = ''], options }) {
    const stop = new AbortController()
    process.once('SIGINT', () => stop.abort())
    const print = (text: string) => console.log(escapeForTerminal(text))
    const update = isSiteRunning() ? (document: SkillSetDocument) => updateForm(document, options) : undefined
    if (!update) print('Start the site with npm start to get a form that follows the file.')
    const { skill, settings } = options
    await watchSkillSet({ file, skill, settings, update, print, signal: stop.signal })
    return null
  },
}

type WatchOptions = {
  file: string
  skill?: string | undefined
  /** A file, read again for each report. */
  settings?: string | undefined
  /** Updates the form and returns its address. */
  update?: ((document: SkillSetDocument) => Promise<string>) | undefined
  print: (text: string) => void
  signal: AbortSignal
}

/** Reports at once and after every save. Throws NOT_FOUND. */
export function watchSkillSet({ file, print, signal, ...options }: WatchOptions): Promise<void> {
  // If the file is missing, ends before it watches.
  readSkillSet(file)
  return withLocalSandbox(async (sandbox) => {
    for await (const _ of watchFile(file, signal)) {
      print(`\n${new Date().toLocaleTimeString()}  ${file}`)
      print(await reportOn(file, { sandbox, ...options }).catch((error) => toPublicError(error).message))
    }
  })
}

/** Yields at once, and after every save that changes the text of the file. */
function watchFile(file: string, signal: AbortSignal): AsyncGenerator<void> {
  let before: string | undefined
  return watchSaves(
    {
      // Editors replace the file, so its folder is watched.
      folder: path.dirname(path.resolve(file)),
      isRelevant: (name) => name === path.basename(file),
      hasChanged: () => {
        const now = readTextIfExists(file)
        if (now === undefined || now === before) return false
        before = now
        return true
      },
    },
    signal,
  )
}

function readTextIfExists(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    // While an editor writes, there may be no file.
    return undefined
  }
}

type ReportOptions = Pick<WatchOptions, 'skill' | 'settings' | 'update'> & { sandbox: LocalSandbox }

async function reportOn(
  file: string,
  { sandbox, skill, settings: settingsFile, update }: ReportOptions,
): Promise<string> {
  const { document, issues, notices, locate } = readSkillSet(file)
  if (!document) return issues.map((issue) => issueLines(file, issue)).join('\n')
  const broken = checkDocument(document as Json).map(locate)
  const form = await update?.(document).catch((error) => toPublicError(error).message)
  const settings = readTestSettings(settingsFile)
  const results: string[] = []
  for (const each of listExamples(document, skill))
    results.push(formatTestedExample(await testExample(sandbox, document, { ...each, settings })))
  return [
    ...notices,
    ...broken.map((issue) => issueLines(file, issue)),
    ...findHints(document).map((hint) => issueLines(file, locate(hint))),
    ...results,
    ...(form ? [`  form    ${form}`] : []),
  ].join('\n')
}

function isSiteRunning(): boolean {
  return Boolean(process.env.DATABASE_URL) || readRunFile(dataFolder()) !== null
}

async function updateForm(
  document: SkillSetDocument,
  { email, publisher }: Record<string, string | undefined>,
): Promise<string> {
  connectToInstallation()
  const ctx = await contextForPublisher(email, publisher)
  const handle = await chooseHandle(ctx, publisher)
  const id = await saveAsDraft(ctx, handle, document)
  return `${siteUrl()}${paths.publishSkillSet(id)}?section=skills.0.try`
}
