import { expect, test } from 'vitest'
import type { LintFinding } from '#lib/contracts/lint/model/linted-skill.ts'
import { cpuMsOf } from '#lib/testing/measure-cpu.ts'
import { createHiddenAdvice, groupByRule, indexFindings, readStoredAdvice } from './advice-context.tsx'

test('advice is hidden at once, and the change is passed on', () => {
  const saved: object[] = []
  const advice = createHiddenAdvice(['described /a'], async (change) => saved.push(change) > 0)
  let calls = 0
  const stop = advice.subscribe(() => {
    calls += 1
  })

  advice.hide('every bounds')
  advice.hide('every bounds')
  stop()
  advice.show(['described /a', 'described /b'])

  expect(advice.get()).toEqual(['every bounds'])
  expect(calls).toBe(2)
  expect(saved.at(0)).toEqual({ hide: ['every bounds'], show: [] })
  expect(saved.at(-1)).toEqual({ hide: [], show: ['described /a'] })
})

test('advice that an earlier release kept in the browser is read as far as the server accepts it', () => {
  const texts = new Map([
    ['draft', JSON.stringify(['a', 1, 'b', 'x'.repeat(501)])],
    ['broken', '{'],
  ])
  const store = {
    getItem: (name: string) => texts.get(name) ?? null,
  }

  expect(readStoredAdvice('draft', store)).toEqual(['a', 'b'])
  expect(readStoredAdvice('broken', store)).toEqual([])
  expect(readStoredAdvice('draft', undefined)).toEqual([])
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
