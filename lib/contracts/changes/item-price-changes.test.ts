import { expect, test } from 'vitest'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { changesBetween } from './changes.ts'

const priced = (amount: string, perItem?: { amount: string; list: string }) =>
  makeSkillSetDocument({
    skills: [
      makeSkillDocument({
        slug: 'crawl',
        name: 'Crawl',
        pricing: { model: 'per_job', amount, currency: 'USDC', ...(perItem && { perItem }) },
      }),
    ],
  })
const pages = (amount: string) => ({ amount, list: '/pages' })
const priceChanges = (before: ReturnType<typeof priced>, after: ReturnType<typeof priced>) =>
  changesBetween(before, after).changes.filter(({ pointer }) => pointer.includes('/pricing'))

// biome-ignore format: table
test.each([
  ['a price for the run instead of its items', priced('1', pages('0.01')), priced('1'),                                         true],
  ['a higher price per item',                  priced('1', pages('0.01')), priced('1', pages('0.02')),                          true],
  ['another list',                             priced('1', pages('0.01')), priced('1', { amount: '0.01', list: '/links' }),     true],
  ['a higher maximum',                         priced('1', pages('0.01')), priced('2', pages('0.01')),                          true],
  ['a price per item instead of for the run',  priced('1'),                priced('1', pages('0.01')),                          false],
  ['a lower price per item',                   priced('1', pages('0.02')), priced('1', pages('0.01')),                          false],
])('%s needs consent if a run may cost more', (_, before, after, isRaised) => {
  expect(priceChanges(before, after)).toMatchObject([
    isRaised ? { bump: 'minor', consent: true } : { bump: 'patch', breaking: false },
  ])
})

test('a change of the price per item states both prices', () => {
  expect(priceChanges(priced('1', pages('0.01')), priced('1', pages('0.02')))[0]?.sentence).toBe(
    '“Crawl” costs 0.02 USDC for each item of /pages, at most 1 USDC per run, instead of 0.01 USDC for each item of /pages, at most 1 USDC per run.',
  )
})
