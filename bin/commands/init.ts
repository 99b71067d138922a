/** `init`: a SkillSet file to begin with, which keeps every rule and whose example passes. */
import fs from 'node:fs'
import { emptyDocument } from '#lib/contract/document/empty-document.ts'
import { newSkill } from '#lib/contract/document/new-skill.ts'
import { writeDocument } from '#lib/contract/document/read-document.ts'
import type { SkillDocument, SkillSetDocument } from '#lib/contract/document/skillset-document.ts'
import { slugFrom } from '#lib/contract/document/slug-from.ts'
import type { Json } from '#lib/contract/json/json.ts'
import { AppError } from '#lib/errors.ts'
import { type Command, UsageError } from './command.ts'

const FILE = 'skillset.json'

export const initCommand: Command = {
  summary: 'Write a SkillSet file to begin with.',
  usage: '[FILE] [--name NAME] [--python]',
  options: { name: 'what the SkillSet is called; "My skills" when left out' },
  flags: { python: 'a skill in Python instead of JavaScript' },
  words: [0, 1],
  meetsDatabase: false,
  async run({ words: [file = FILE], options: { name = 'My skills' }, flags }) {
    const slug = slugFrom(name)
    if (slug === '') throw new UsageError('--name has to hold a letter or a number.')
    writeNew(
      file,
      writeDocument(firstDocument({ name, slug, isPython: flags.python === true }) as unknown as Json),
    )
    const text = [
      `${file} is a SkillSet with one skill. What now:`,
      `  validate ${file}   checks it against every rule`,
      `  test ${file}       runs its examples in the sandbox`,
      `  publish ${file}    submits it to your Guildhall`,
    ].join('\n')
    return { text, json: { file, slug } }
  },
}

/** Throws CONFLICT when there is a file of this name: what somebody wrote is not written over. */
function writeNew(file: string, text: string): void {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw new AppError(isThere ? 'CONFLICT' : 'INVALID_INPUT', {
      message: isThere ? `${file} is there already.` : `${file} cannot be written.`,
      suggestedAction: 'Choose another name for the file.',
      cause: error,
    })
  }
}

type Wanted = { name: string; slug: string; isPython: boolean }

function firstDocument({ name, slug, isPython }: Wanted): SkillSetDocument {
  const started = newSkill({
    ...{ name: 'Greet', slug: 'greet', kind: 'action' },
    runtime: isPython ? 'python' : 'javascript',
  })
  const skill: SkillDocument = {
    ...started,
    description: 'Says hello to the person you name.',
    prompt: 'Use this skill to greet somebody. It takes their name and returns the greeting as a message.',
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
