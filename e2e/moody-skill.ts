/** A skill that behaves as it is told to, badly too: private, so that its publisher can publish it without a review. */
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { guildhall } from './command.ts'
import { freshSlug } from './fixtures.ts'

const DEFINITION = `async function handler({ parameters, context }) {
  const moods = {
    async well() { return { message: 'I am well.', answer: 42 } },
    async throw() { throw new Error('I am in no mood for this.') },
    async lie() { return { message: 'Here you are.', answer: 'forty-two' } },
    async loop() { while (true) {} },
    async flood() {
      for (let line = 0; line < 5000; line++) console.log('line', line)
      return { message: 'That was a lot.', answer: 5000 }
    },
    async slow() {
      context.progress(0.5, 'Half way')
      await new Promise((resolve) => setTimeout(resolve, 9000))
      return { message: 'At last.', answer: 9 }
    },
  }
  return moods[parameters.mood]()
}
`

/** Publishes a new one as the demo publisher; returns the address of its page. */
export async function publishMoodySkill(): Promise<string> {
  const slug = freshSlug('moody')
  const document = {
    slug,
    name: `Moody ${slug.slice(-8)}`,
    version: '1.0.0',
    description: 'Behaves as it is told to, badly too.',
    changelog: 'The first version.',
    visibility: 'PRIVATE',
    skills: [
      {
        slug: 'mood',
        name: 'Be in a mood',
        description: 'Behaves well, or throws, lies, loops, floods the log or takes its time.',
        prompt:
          'Use this only to see how the house treats skills that behave badly. It takes the mood to be in.',
        definition: DEFINITION,
        parameters: {
          type: 'object',
          properties: {
            mood: {
              type: 'string',
              enum: ['well', 'throw', 'lie', 'loop', 'flood', 'slow'],
              description: 'How to behave.',
            },
          },
          required: ['mood'],
          additionalProperties: false,
        },
        response: {
          type: 'object',
          properties: { message: { type: 'string' }, answer: { type: 'number' } },
          required: ['message', 'answer'],
        },
        limits: { timeoutMs: 9500 },
        examples: [{ title: 'In a good mood', input: { mood: 'well' } }],
      },
    ],
  }
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'guildhall-moody-')), 'skillset.json')
  await fs.writeFile(file, JSON.stringify(document))
  await guildhall('publish', file, '--email', 'publisher@demo.local', '--publisher', 'ledgerworks')
  return `/ledgerworks/${slug}/mood`
}
