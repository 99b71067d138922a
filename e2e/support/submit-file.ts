/** Submits or publishes SkillSets through the CLI's services. */
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { publishCommand } from '#bin/commands/skills/publish.ts'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { approve } from '#lib/publishing/review/decide/decide-submission.ts'
import { actAs, configureSiteEnvironment } from './configure-site-environment.ts'
import { freshSlug } from './people.ts'

export type Submitted = { name: string; version: string; submissionId: string }
type Answer = { name: string; version: string; submission_id: string }

/** Returns a small valid SkillSet; its only skill computes the price of a parcel. */
export function parcelSkillSet(overrides: Partial<SkillSetDocument> = {}): SkillSetDocument {
  const slug = freshSlug('parcel')
  return {
    slug,
    name: `Parcel desk ${slug.slice(-8)}`,
    version: '1.0.0',
    description: 'States what sending a parcel costs with a small carrier.',
    changelog: 'The first version.',
    visibility: 'PUBLIC',
    categories: ['commerce'],
    skills: [parcelSkill()],
    ...overrides,
  }
}

/** `perKilo` is a price in the code; vary it to create versions. */
export function parcelSkill(perKilo = '0.8'): SkillSetDocument['skills'][number] {
  return {
    slug: 'quote',
    name: 'Quote a parcel',
    description: 'States what sending a parcel costs, by its weight.',
    prompt:
      'Use this skill to quote the price of sending a parcel. It takes the weight in kilograms and returns the price in euro.',
    definition: `async function handler({ parameters }) {
  const price = 4 + parameters.weight * ${perKilo}
  return { message: \`That costs \${price.toFixed(2)} euro.\`, price }
}
`,
    parameters: {
      type: 'object',
      properties: { weight: { type: 'number', description: 'Kilograms', minimum: 0.1, maximum: 30 } },
      required: ['weight'],
      additionalProperties: false,
    },
    response: {
      type: 'object',
      properties: { message: { type: 'string' }, price: { type: 'number', description: 'Euro' } },
      required: ['message', 'price'],
    },
    examples: [{ title: 'Two kilos', input: { weight: 2 } }],
  }
}

/** Submits the document as the demo publisher. Fails with the command's message if it is refused. */
export async function submitFile(document: SkillSetDocument): Promise<Submitted> {
  configureSiteEnvironment()
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'guildhall-file-')), 'skillset.json')
  await fs.writeFile(file, JSON.stringify(document))
  const options = { email: 'publisher@demo.local', publisher: 'ledgerworks' }
  const commandResult = await publishCommand.run({ positionals: [file], options, flags: {} })
  const answer = commandResult?.json as Answer
  return { name: answer.name, version: answer.version, submissionId: answer.submission_id }
}

export async function publishFile(document: SkillSetDocument): Promise<Submitted> {
  const submitted = await submitFile(document)
  await approve(await actAs('admin@demo.local'), { submissionId: submitted.submissionId, reason: '' })
  return submitted
}
