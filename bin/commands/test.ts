/**
 * `test`: the examples of a SkillSet file, in the server's own sandbox, with no database and no account.
 *
 * An example passes as it does before publishing: its input is taken, the handler returns, and what it returns keeps
 * the response schema. What the code asks of a Guildhall (other skills, tools, blobs) it finds nobody for here.
 */
import fs from 'node:fs'
import { parseDocument } from '#lib/contract/document/parse-document.ts'
import { readDocument } from '#lib/contract/document/read-document.ts'
import type { SkillSetDocument } from '#lib/contract/document/skillset-document.ts'
import { AppError } from '#lib/errors.ts'
import { openBox } from '#sandboxd/box.ts'
import { cacheFolder } from '#sandboxd/cache-folder.ts'
import { prepareSetup } from '#sandboxd/prepare-setup.ts'
import { makeScratch } from '#sandboxd/scratch.ts'
import type { Answer, Command } from './command.ts'
import { readSkillSetFile } from './read-skill-set-file.ts'
import { type TestedExample, testExample } from './test-example.ts'

export const testCommand: Command = {
  summary: 'Run the examples of a SkillSet file in the sandbox.',
  usage: 'FILE [--skill SLUG]',
  options: { skill: 'only the examples of this skill' },
  words: 1,
  meetsDatabase: false,
  async run({ words: [file = ''], options }) {
    const document = readTested(file)
    const wanted = examplesOf(document, options.skill)
    if (wanted.length === 0) {
      const message = `${file} has no example to run.`
      throw new AppError('PRECONDITION_FAILED', {
        message,
        suggestedAction: 'Give a skill an example: a title and an input.',
      })
    }
    const folder = makeScratch()
    const box = await openBox(prepareSetup(folder), cacheFolder())
    try {
      const tested: TestedExample[] = []
      for (const each of wanted) tested.push(await testExample(box, document, each))
      return answerOf(tested)
    } finally {
      box.close()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Throws INVALID_INPUT for what is no SkillSet; one that breaks rules is tried as far as it goes. */
function readTested(file: string): SkillSetDocument {
  const read = readDocument(readSkillSetFile(file))
  if (read.issues) throw new AppError('INVALID_INPUT', { issues: read.issues })
  const { document, issues } = parseDocument(read.document)
  if (!document) throw new AppError('INVALID_INPUT', { issues })
  return document
}

/** Throws NOT_FOUND when there is no skill of that slug. */
function examplesOf({ skills }: SkillSetDocument, slug: string | undefined) {
  const wanted = skills.filter((skill) => slug === undefined || skill.slug === slug)
  if (wanted.length === 0) {
    const message = `There is no skill “${slug}”. There is: ${skills.map((skill) => skill.slug).join(', ')}.`
    throw new AppError('NOT_FOUND', { message, suggestedAction: 'Name one of these.' })
  }
  return wanted.flatMap((skill) => (skill.examples ?? []).map((example) => ({ skill, example })))
}

function answerOf(tested: TestedExample[]): Answer {
  const passed = tested.filter((each) => each.ok).length
  const isGood = passed === tested.length
  const end = tested.length === 1 ? '1 example' : `${tested.length} examples`
  return {
    text: [...tested.map(lineOf), '', isGood ? `${end}: all pass.` : `${passed} of ${end} pass.`].join('\n'),
    json: { ok: isGood, passed, failed: tested.length - passed, examples: tested },
    isBad: !isGood,
  }
}

function lineOf({ ok, skill, title, message, note, duration_ms: ms }: TestedExample): string {
  const took = ms === undefined ? '' : ` (${ms} ms)`
  const words = [message, note].filter((each) => each !== undefined)
  return [`  ${ok ? 'passes' : 'FAILS '}  ${skill}: ${title}${took}`, ...words].join('\n          ')
}
