import fs from 'node:fs'
import { emptyDocument, newSkill } from '#lib/contracts/document/empty-document.ts'
import { writeDocument } from '#lib/contracts/document/read-document.ts'
import type { SkillDocument, SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { AppError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { slugFrom } from '#lib/kernel/names/skill-name.ts'
import { type CliCommand, UsageError } from '../cli-command.ts'

const FILE = 'skillset.json'

export const initCommand: CliCommand = {
  summary: 'Create a SkillSet file to start from.',
  usage: '[FILE] [--name NAME] [--python]',
  options: { name: 'the name of the SkillSet (default: "My skills")' },
  flags: { python: 'create a Python skill instead of a JavaScript one' },
  positionals: [0, 1],
  needsDatabase: false,
  async run({ positionals: [file = FILE], options: { name = 'My skills' }, flags }) {
    const slug = slugFrom(name)
    if (slug === '') throw new UsageError('--name must contain a letter or a number.')
    writeNew(file, writeDocument(makeFirstDocument({ name, slug, isPython: flags.python === true }) as Json))
    const text = [
      `${file} is a SkillSet with one skill. Next steps:`,
      `  validate ${file}   validates it`,
      `  test ${file}       runs its examples in the sandbox`,
      `  publish ${file}    submits it to your Guildhall server`,
    ].join('\n')
    return { text, json: { file, slug } }
  },
}

function writeNew(file: string, text: string): void {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw new AppError(isThere ? 'CONFLICT' : 'INVALID_INPUT', {
      message: isThere ? `${file} already exists.` : `Cannot write ${file}.`,
      suggestedAction: 'Choose another name for the file.',
      cause: error,
    })
  }
}

type FirstDocumentOptions = { name: string; slug: string; isPython: boolean }

/** A SkillSet with one skill that greets. */
export function makeFirstDocument({ name, slug, isPython }: FirstDocumentOptions): SkillSetDocument {
  const started = newSkill({
    ...{ name: 'Greet', slug: 'greet', kind: 'action' },
    runtime: isPython ? 'python' : 'javascript',
  })
  const skill: SkillDocument = {
    ...started,
    description: 'Says hello to the person you name.',
    prompt: 'Use this skill to greet a person. It takes their name and returns the greeting as a message.',
    riskLevel: 'read-only',
    sideEffects: [],
  }
  return emptyDocument({
    slug,
    name,
    description: 'One sentence on what these skills are for.',
    changelog: 'The first version.',
    categories: ['other'],
    skills: [skill],
  })
}
