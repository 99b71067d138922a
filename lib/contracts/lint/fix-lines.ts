import type { Json } from '../../kernel/json/json.ts'
import { applyPatch, type Operation } from '../../kernel/json/json-patch.ts'
import { pointerKeys, valueAt } from '../../kernel/json/json-pointer.ts'
import type { LintFix } from './model/linted-skill.ts'

export type FixLine = { sign: '+' | '−' | '→'; text: string }

const WIDTH = 90

/** Returns the changed lines of a fix for a person to read; equal lines are merged and counted. */
export function fixLines(document: Json, { edits }: LintFix): FixLine[] {
  const lines: FixLine[] = []
  let now: Json | undefined = document
  for (const edit of edits) {
    if (now === undefined) break
    lines.push(...formatFixLines(now, edit))
    now = applyPatch(now, [edit])
  }
  return counted(lines)
}

function formatFixLines(before: Json, edit: Operation): FixLine[] {
  const [from, to] = [edit.op === 'move' ? edit.from : edit.path, edit.path].map(
    (path) => pointerKeys(path).at(-1) ?? '',
  )
  if (edit.op === 'move') return [{ sign: '→', text: `${quote(from)} → ${quote(to)}` }]
  const old = valueAt(before, edit.path)
  const value = edit.op === 'remove' ? undefined : edit.value
  if (typeof old === 'string' && typeof value === 'string' && old.includes('\n'))
    return changedLines(old, value)
  return [
    ...(old === undefined ? [] : [line('−', to, old)]),
    ...(value === undefined ? [] : [line('+', to, value)]),
  ]
}

function line(sign: '+' | '−', key: string | undefined, value: Json): FixLine {
  const text =
    key !== undefined && !/^\d+$/.test(key)
      ? `${quote(key)}: ${JSON.stringify(value)}`
      : JSON.stringify(value)
  return { sign, text: short(text) }
}

/** Compares code line by line, which works because a fix never adds or removes lines of code. */
function changedLines(before: string, after: string): FixLine[] {
  const [old, next] = [before.split('\n'), after.split('\n')]
  return old.flatMap((text, index): FixLine[] =>
    text === next[index]
      ? []
      : [
          { sign: '−', text: short(text.trim()) },
          { sign: '+', text: short((next[index] ?? '').trim()) },
        ],
  )
}

function counted(lines: FixLine[]): FixLine[] {
  const counts = new Map<string, { line: FixLine; times: number }>()
  for (const each of lines) {
    const key = `${each.sign} ${each.text}`
    counts.set(key, { line: each, times: (counts.get(key)?.times ?? 0) + 1 })
  }
  return [...counts.values()].map(({ line: { sign, text }, times }) => ({
    sign,
    text: times > 1 ? `${text}, in ${times} places` : text,
  }))
}

function quote(key: string | undefined): string {
  return JSON.stringify(key ?? '')
}

function short(text: string): string {
  return text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text
}
