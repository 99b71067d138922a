/**
 * Loads the demo market's plan templates and vault files.
 *
 * `plans/<slug>.json` is a template, which names the files of the vault that it reads; the order here is the display order.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { PlanTemplateRow } from '../../lib/plans/rows/saved-plan-rows.ts'

const ORDER = [
  'compare-drafts',
  'report-from-csv',
  'feed-digest',
  'numbers-at-a-glance',
  'pdf-statistics',
  'page-to-note',
  'spreadsheet-from-csv',
  'files-from-bullets',
  'open-tasks',
]

export function loadPlanTemplates(root = import.meta.dirname): PlanTemplateRow[] {
  const vault = loadDemoVault(root)
  return ORDER.map((slug) => {
    const file = path.join(root, 'plans', `${slug}.json`)
    const template = JSON.parse(fs.readFileSync(file, 'utf8')) as PlanTemplateRow & { files: string[] }
    return { ...template, files: vault.filter(({ path }) => template.files.includes(path)) }
  })
}

export function loadDemoVault(root = import.meta.dirname): { path: string; content: string }[] {
  const folder = path.join(root, 'vault')
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: path.relative(folder, file).split(path.sep).join('/'),
      content: fs.readFileSync(file, 'utf8'),
    }))
}
