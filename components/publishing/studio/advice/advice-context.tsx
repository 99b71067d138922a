/** Its functions look the findings up again in the current document, because the user may have typed since. */
'use client'

import {
  createContext,
  type ReactNode,
  use,
  useDeferredValue,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { lint } from '#lib/contracts/lint/lint.ts'
import type { LintFinding } from '#lib/contracts/lint/model/linted-skill.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { browserStorage } from '../../../browser/browser-storage.ts'
import { toast } from '../../../ui/toast.ts'
import { useStudio } from '../state/studio-context.tsx'
import { locationId, locationOfPointer, type StudioLocation } from '../state/studio-sections.ts'
import { applyFixesByKey } from './apply-fixes-by-key.ts'

type StudioAdvice = {
  findings: FindingIndex
  hidden: FindingIndex
  apply: (findings: readonly LintFinding[]) => void
  hide: (finding: LintFinding) => void
  /** Hides all advice of one rule, also what later edits bring. */
  hideKind: (rule: string) => void
  show: (findings: readonly LintFinding[]) => void
}

const AdviceContext = createContext<StudioAdvice | null>(null)
const NONE: readonly string[] = []
/** Advice starts after hydration: on the server, a document that takes long to lint would stop the site. */
const NOT_YET = null

export function useAdvice(): StudioAdvice {
  const advice = use(AdviceContext)
  if (!advice) throw new Error('useAdvice must be used inside an AdviceProvider.')
  return advice
}

type HiddenAdvice = ReturnType<typeof createHiddenAdvice>

export function AdviceProvider({ children }: { children: ReactNode }) {
  const { data, state, store } = useStudio()
  const [hiddenStore] = useState<HiddenAdvice>(() =>
    createHiddenAdvice(
      `guildhall-advice:${data.viewerId}:${data.skillSetId}`,
      browserStorage('localStorage'),
    ),
  )
  const hiddenKeys = useSyncExternalStore(hiddenStore.subscribe, hiddenStore.get, () => NONE)
  const document = useDeferredValue<Json>(state.document, NOT_YET)
  const all = useMemo(() => lint(document), [document])

  const advice = useMemo<StudioAdvice>(() => {
    const keys = new Set(hiddenKeys)
    const isHidden = ({ key, rule }: LintFinding) => keys.has(key) || keys.has(kindKey(rule))
    return {
      findings: indexFindings(all.filter((finding) => !isHidden(finding))),
      hidden: indexFindings(all.filter(isHidden)),
      apply: (findings) => applyAndOfferUndo(findings, store.get().document, store.edit),
      hide: ({ key }) => hiddenStore.hide(key),
      hideKind: (rule) => hiddenStore.hide(kindKey(rule)),
      show: (findings) => hiddenStore.show(findings.flatMap(({ key, rule }) => [key, kindKey(rule)])),
    }
  }, [all, hiddenKeys, hiddenStore, store])
  return <AdviceContext value={advice}>{children}</AdviceContext>
}

function applyAndOfferUndo(
  findings: readonly LintFinding[],
  before: Json,
  edit: (change: (document: Json) => Json) => void,
): void {
  const keys = findings.map(({ key }) => key)
  const { document, applied, undo } = applyFixesByKey(before, keys)
  const [first] = applied
  if (!first) {
    toast.error('The draft has changed. Try again.')
    return
  }
  edit(() => document)
  toast(
    applied.length === 1 ? `Applied: ${first.fix?.title}` : `Applied ${applied.length} pieces of advice`,
    {
      action: { label: 'Undo', onClick: () => edit(undo) },
    },
  )
}

/** Each lookup returns the same list until the document changes, so that components do not render without need. */
export type FindingIndex = {
  bySkill: (skill: number) => readonly LintFinding[]
  /** The findings at exactly this pointer. */
  at: (pointer: string) => readonly LintFinding[]
  /** The findings in a section of the studio. */
  inSection: (location: StudioLocation) => readonly LintFinding[]
}

const NO_FINDINGS: readonly LintFinding[] = []

/** Groups once, because each of a thousand skills and fields looks up its own. */
export function indexFindings(findings: readonly LintFinding[]): FindingIndex {
  const skills = new Map<number | undefined, LintFinding[]>()
  const sections = new Map<string, LintFinding[]>()
  const pointers = new Map<string, LintFinding[]>()
  for (const finding of findings) {
    const location = locationOfPointer(finding.pointer)
    addToList(skills, location.skill, finding)
    addToList(sections, locationId(location), finding)
    addToList(pointers, finding.pointer, finding)
  }
  return {
    bySkill: (skill) => skills.get(skill) ?? NO_FINDINGS,
    at: (pointer) => pointers.get(pointer) ?? NO_FINDINGS,
    inSection: (location) => sections.get(locationId(location)) ?? NO_FINDINGS,
  }
}

function addToList<Key>(lists: Map<Key, LintFinding[]>, key: Key, finding: LintFinding): void {
  const list = lists.get(key)
  if (list) list.push(finding)
  else lists.set(key, [finding])
}

/** No key of a finding has this form: those name a place. */
function kindKey(rule: string): string {
  return `every ${rule}`
}

/** Groups by rule, in the order of the first finding of each. */
export function groupByRule(findings: readonly LintFinding[]): [rule: string, findings: LintFinding[]][] {
  const groups = new Map<string, LintFinding[]>()
  for (const finding of findings) addToList(groups, finding.rule, finding)
  return [...groups]
}

const MAX_HIDDEN = 500

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Remembers which advice the user has hidden. Works in memory only where the browser offers no storage. */
export function createHiddenAdvice(name: string, store: Store | undefined) {
  let keys: readonly string[] = read(name, store)
  const listeners = new Set<() => void>()

  function change(next: readonly string[]) {
    keys = next.slice(-MAX_HIDDEN)
    try {
      store?.setItem(name, JSON.stringify(keys))
    } catch {
      // The storage is full; the advice stays hidden until the page is closed.
    }
    for (const listener of listeners) listener()
  }

  return {
    get: () => keys,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hide: (key: string) => change([...keys.filter((other) => other !== key), key]),
    show: (revealed: readonly string[]) => change(keys.filter((key) => !revealed.includes(key))),
  }
}

function read(name: string, store: Store | undefined): string[] {
  try {
    const stored: unknown = JSON.parse(store?.getItem(name) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}
