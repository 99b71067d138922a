import { expect, test } from 'vitest'
import { inOrder, type Table } from './database-shape.ts'

const table = (name: string): Table => ({ name: `public.${name}`, columns: ['id'] })
const points = (from: string, to: string) => ({ from: table(from).name, to: table(to).name })

test('tables come after those that they point at', () => {
  const tables = ['Run', 'Organisation', 'User', 'Share'].map(table)
  const pointers = [points('Share', 'Run'), points('Run', 'Organisation'), points('Organisation', 'User')]

  const order = inOrder(tables, pointers).map(({ name }) => name)

  expect(order).toEqual(['public.User', 'public.Organisation', 'public.Run', 'public.Share'])
})

test('tables that point at each other in a circle have no order', () => {
  const circle = [points('A', 'B'), points('B', 'A')]

  expect(() => inOrder([table('A'), table('B')], circle)).toThrow('public.A, public.B')
})
