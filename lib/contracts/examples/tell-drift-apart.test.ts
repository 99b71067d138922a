import { expect, test } from 'vitest'
import { tellDriftApart } from './tell-drift-apart.ts'

test('a place that differs only with the answers of today is drift of the world', () => {
  expect(tellDriftApart({ offline: [], live: ['/total'] })).toEqual({ code: [], world: ['/total'] })
})

test('a place that differs with the recorded answers too is a change of the code', () => {
  expect(tellDriftApart({ offline: ['/total'], live: ['/total', '/rate'] })).toEqual({
    code: ['/total'],
    world: ['/rate'],
  })
})

test('a place within one that the code changed, or around it, is not drift', () => {
  const { world } = tellDriftApart({
    offline: ['/items/0', '/sum/net'],
    live: ['/items/0/price', '/sum', '/items/1'],
  })

  expect(world).toEqual(['/items/1'])
})
