import { expect, test } from 'vitest'
import { newSkill } from '#lib/contracts/document/empty-document.ts'
import { setAt } from '../../../drafts/edit-document.ts'
import { followParameters, type Samples } from './follow-parameters.ts'

const starter = {
  skills: [
    JSON.parse(JSON.stringify(newSkill({ slug: 'a', name: 'A', kind: 'action', runtime: 'javascript' }))),
  ],
}
const city = {
  type: 'object',
  properties: { city: { type: 'string', examples: ['Paris'] } },
  required: ['city'],
}

test('the starter example follows the parameters, also over a time when they are invalid', () => {
  const samples: Samples = new Map()
  followParameters(starter, samples)
  const broken = setAt(starter, '/skills/0/parameters', '{ "type": ')

  expect(followParameters(broken, samples)).toBe(broken)
  const next = followParameters(setAt(starter, '/skills/0/parameters', city), samples)
  expect(next).toMatchObject({ skills: [{ examples: [{ input: { city: 'Paris' } }] }] })
})

test('an example that someone wrote stays as it is', () => {
  const samples: Samples = new Map()
  const own = setAt(starter, '/skills/0/examples/0/input', { name: 'Grace' })
  followParameters(own, samples)

  const changed = setAt(own, '/skills/0/parameters', city)
  expect(followParameters(changed, samples)).toBe(changed)
})
