import { expect, test } from 'vitest'
import type { LintFinding } from '#lib/contracts/lint/model/linted-skill.ts'
import { cpuMsOf } from '#lib/testing/measure-cpu.ts'
import { createHiddenAdvice, groupByRule, indexFindings } from './advice-context.tsx'

function storage(texts: Record<string, string> = {}) {
  return {
    texts,
    getItem: (name: string) => texts[name] ?? null,
    setItem: (name: string, text: string) => {
      texts[name] = text
    },
  }
}

test('hidden advice stays hidden after a reload', () => {
  const store = storage()
  createHiddenAdvice('draft', store).hide('described a/city')

  expect(createHiddenAdvice('draft', store).get()).toEqual(['described a/city'])
  expect(createHiddenAdvice('other', store).get()).toEqual([])
})

test('advice that is shown again is no longer remembered', () => {
  const advice = createHiddenAdvice('draft', storage())
  advice.hide('a')
  advice.hide('b')
  advice.show(['a'])

  expect(advice.get()).toEqual(['b'])
})

test('hiding and showing advice notifies subscribers', () => {
  const advice = createHiddenAdvice('draft', storage())
  let calls = 0
  const stop = advice.subscribe(() => {
    calls += 1
  })
  advice.hide('a')
  stop()
  advice.hide('b')

  expect(calls).toBe(1)
})

test('advice can be hidden while storage is missing, broken or full', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new Error('full')
    },
  }
  for (const store of [undefined, storage({ draft: '{' }), storage({ draft: '{"a":1}' }), full]) {
    const advice = createHiddenAdvice('draft', store)
    advice.hide('a')
    expect(advice.get()).toEqual(['a'])
  }
})

const finding = (pointer: string) => ({ pointer, key: pointer }) as LintFinding

test('advice is found by its skill, its section and its place', () => {
  const findings = ['/skills/0/parameters/a', '/skills/1/description', '/skills/0/riskLevel'].map(finding)
  const index = indexFindings(findings)

  expect(index.bySkill(0)).toEqual([findings[0], findings[2]])
  expect(index.bySkill(7)).toEqual([])
  expect(index.at('/skills/1/description')).toEqual([findings[1]])
  expect(index.at('/skills/1')).toEqual([])
  expect(index.inSection({ section: 'details', skill: 1 })).toEqual([findings[1]])
})

test('advice is grouped by its rule, in the order in which the rules come', () => {
  const of = (rule: string, pointer: string) => ({ rule, pointer, key: `${rule} ${pointer}` }) as LintFinding
  const findings = [of('bounds', '/a'), of('described', '/a'), of('bounds', '/b')]

  expect(groupByRule(findings)).toEqual([
    ['bounds', [findings[0], findings[2]]],
    ['described', [findings[1]]],
  ])
})

test('the advice on each of 1,200 skills costs little to look up', () => {
  const findings = Array.from({ length: 14_400 }, (_, n) => finding(`/skills/${n % 1_200}/description`))

  const cost = cpuMsOf(() => {
    const index = indexFindings(findings)
    for (let skill = 0; skill < 1_200; skill += 1) expect(index.bySkill(skill)).toHaveLength(12)
  })

  expect(cost).toBeLessThan(500)
})
