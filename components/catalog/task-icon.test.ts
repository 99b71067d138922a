import { CalendarDays, CreditCard, FileSpreadsheet, FileText, Ruler, Wrench } from 'lucide-react'
import { expect, test } from 'vitest'
import { findTaskIcon } from './task-icon.tsx'

// biome-ignore format: table
test.each([
  ['Check an IBAN',   ['finance'],       CreditCard],
  ['CSV to JSON',     ['data'],          FileSpreadsheet],
  ['Convert units',   ['math'],          Ruler],
  ['Something else',  ['dates', 'math'], CalendarDays],
  ['Something else',  ['text'],          FileText],
  ['Something else',  ['unknown'],       Wrench],
])('the icon of “%s” in %j tells what it does', (title, categories, icon) => {
  expect(findTaskIcon(title, categories)).toBe(icon)
})
