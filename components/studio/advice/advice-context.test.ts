import { expect, test } from 'vitest'
import { hiddenAdvice } from './advice-context.tsx'

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
  hiddenAdvice('draft', store).hide('described a/city')

  expect(hiddenAdvice('draft', store).get()).toEqual(['described a/city'])
  expect(hiddenAdvice('other', store).get()).toEqual([])
})

test('advice that is shown again is no longer remembered', () => {
  const advice = hiddenAdvice('draft', storage())
  advice.hide('a')
  advice.hide('b')
  advice.show(['a'])

  expect(advice.get()).toEqual(['b'])
})

test('notifies subscribers', () => {
  const advice = hiddenAdvice('draft', storage())
  let calls = 0
  const stop = advice.subscribe(() => {
    calls += 1
  })
  advice.hide('a')
  stop()
  advice.hide('b')

  expect(calls).toBe(1)
})

test('missing, broken or full storage does no harm', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new Error('full')
    },
  }
  for (const store of [undefined, storage({ draft: '{' }), storage({ draft: '{"a":1}' }), full]) {
    const advice = hiddenAdvice('draft', store)
    advice.hide('a')
    expect(advice.get()).toEqual(['a'])
  }
})
