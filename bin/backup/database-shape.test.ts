import { expect, test } from 'vitest'
import { orderTables, type TableShape } from './database-shape.ts'

const table = (name: string): TableShape => ({ name: `public.${name}`, columns: ['id'] })
const points = (from: string, to: string) => ({ from: table(from).name, to: table(to).name })

test('tables come after those that they point at', () => {
  const tables = ['Run', 'Organisation', 'User', 'Share'].map(table)
  const pointers = [points('Share', 'Run'), points('Run', 'Organisation'), points('Organisation', 'User')]

  const order = orderTables(tables, pointers).map(({ name }) => name)

  expect(order).toEqual(['public.User', 'public.Organisation', 'public.Run', 'public.Share'])
})

test('tables that reference each other in a cycle have no order', () => {
  const cycle = [points('A', 'B'), points('B', 'A')]

  expect(() => orderTables([table('A'), table('B')], cycle)).toThrow('public.A, public.B')
})
