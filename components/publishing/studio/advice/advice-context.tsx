/** Its functions look the findings up again in the current document, because the user may have typed since. */
'use client'

import {
  createContext,
  type ReactNode,
  use,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { lint } from '#lib/contracts/lint/lint.ts'
import type { LintFinding } from '#lib/contracts/lint/model/linted-skill.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { browserStorage } from '../../../browser/browser-storage.ts'
import { toast } from '../../../ui/toast.ts'
import { attemptAction } from '../../../ui/use-action.ts'
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
/** Advice starts after hydration: on the server, a document that takes long to lint would stop the site. */
const NOT_YET = null

export function useAdvice(): StudioAdvice {
  const advice = use(AdviceContext)
  if (!advice) throw new Error('useAdvice must be used inside an AdviceProvider.')
  return advice
}

type HiddenAdvice = ReturnType<typeof createHiddenAdvice>

export function AdviceProvider({ children }: { children: ReactNode }) {
  const { data, actions, state, store } = useStudio()
  const [hiddenStore] = useState<HiddenAdvice>(() =>
    createHiddenAdvice(data.hiddenAdvice, async (change) => {
      const saved = await attemptAction(() => actions.changeHiddenAdvice(change))
      if (!saved.ok) toast.error(saved.error.message)
      return saved.ok
    }),
  )
  const hiddenKeys = useSyncExternalStore(hiddenStore.subscribe, hiddenStore.get, hiddenStore.get)
  const browserKey = `guildhall-advice:${data.viewerId}:${data.skillSetId}`
  useEffect(() => {
    const storage = browserStorage('localStorage')
    const stored = readStoredAdvice(browserKey, storage)
    if (stored.length === 0) return
    void hiddenStore.hide(...stored).then((isSaved) => isSaved && storage?.removeItem(browserKey))
  }, [browserKey, hiddenStore])
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

/** Remembers which advice is hidden, and passes each change on. A change is in force before it is saved. */
export function createHiddenAdvice(
  hidden: readonly string[],
  /** Returns whether the change was saved. */
  save: (change: { hide: readonly string[]; show: readonly string[] }) => Promise<boolean>,
) {
  let keys = hidden
  const listeners = new Set<() => void>()

  function change({ hide = [], show = [] }: { hide?: readonly string[]; show?: readonly string[] }) {
    const gone = new Set([...hide, ...show])
    keys = [...keys.filter((key) => !gone.has(key)), ...hide]
    for (const listener of listeners) listener()
    return save({ hide, show })
  }

  return {
    get: () => keys,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hide: (...hide: readonly string[]) => change({ hide }),
    /** Only hidden ones are saved: what is shown anyway may be more than the server accepts at once. */
    show: (revealed: readonly string[]) => change({ show: keys.filter((key) => revealed.includes(key)) }),
  }
}

const MAX_TAKEN = 300
const MAX_KEY_CHARS = 500

/** Returns what earlier releases kept in this browser, as far as the server accepts it; nothing if it cannot be read. */
export function readStoredAdvice(name: string, store: Pick<Storage, 'getItem'> | undefined): string[] {
  try {
    const stored: unknown = JSON.parse(store?.getItem(name) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter((key) => typeof key === 'string' && key.length <= MAX_KEY_CHARS).slice(-MAX_TAKEN)
  } catch {
    return []
  }
}
