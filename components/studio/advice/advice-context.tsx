/** Findings are looked up again, because the user may have typed since. */
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
import type { Json } from '#lib/json/json.ts'
import { lint } from '#lib/skillset/lint/lint.ts'
import type { LintFinding } from '#lib/skillset/lint/model/linted-skill.ts'
import { browserStorage } from '../../browser/browser-storage.ts'
import { toast } from '../../ui/toast.ts'
import { useStudio } from '../state/studio-context.tsx'
import { locationId, locationOfPointer, type StudioLocation } from '../state/studio-sections.ts'
import { applyFixesByKey } from './apply-fixes-by-key.ts'

type StudioAdvice = {
  findings: LintFinding[]
  hidden: LintFinding[]
  follow: (findings: readonly LintFinding[]) => void
  hide: (finding: LintFinding) => void
  show: (findings: readonly LintFinding[]) => void
}

const AdviceContext = createContext<StudioAdvice | null>(null)
const NONE: readonly string[] = []

export function useAdvice(): StudioAdvice {
  const advice = use(AdviceContext)
  if (!advice) throw new Error('useAdvice must be used inside an AdviceProvider.')
  return advice
}

type HiddenAdvice = ReturnType<typeof hiddenAdvice>

export function AdviceProvider({ children }: { children: ReactNode }) {
  const { data, state, store } = useStudio()
  const [memory] = useState<HiddenAdvice>(() =>
    hiddenAdvice(`guildhall-advice:${data.viewerId}:${data.skillSetId}`, browserStorage('localStorage')),
  )
  const hiddenKeys = useSyncExternalStore(memory.subscribe, memory.get, () => NONE)
  const document = useDeferredValue(state.document)
  const all = useMemo(() => lint(document), [document])

  const advice = useMemo<StudioAdvice>(() => {
    const isHidden = ({ key }: LintFinding) => hiddenKeys.includes(key)
    return {
      findings: all.filter((finding) => !isHidden(finding)),
      hidden: all.filter(isHidden),
      follow: (findings) => applyFixes(findings, store.get().document, store.edit),
      hide: ({ key }) => memory.hide(key),
      show: (findings) => memory.show(findings.map(({ key }) => key)),
    }
  }, [all, hiddenKeys, memory, store])
  return <AdviceContext value={advice}>{children}</AdviceContext>
}

function applyFixes(
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

export function adviceIn(findings: readonly LintFinding[], location: StudioLocation): LintFinding[] {
  return findings.filter(({ pointer }) => locationId(locationOfPointer(pointer)) === locationId(location))
}

export function adviceOn(findings: readonly LintFinding[], skill: number): LintFinding[] {
  return findings.filter(({ pointer }) => locationOfPointer(pointer).skill === skill)
}

const MAX_HIDDEN = 500

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Works in memory without storage. */
export function hiddenAdvice(name: string, store: Store | undefined) {
  let keys: readonly string[] = read(name, store)
  const listeners = new Set<() => void>()

  function change(next: readonly string[]) {
    keys = next.slice(-MAX_HIDDEN)
    try {
      store?.setItem(name, JSON.stringify(keys))
    } catch {
      // Storage is full.
    }
    for (const listener of listeners) listener()
  }

  return {
    get: () => keys,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hide: (key: string) => change([...keys.filter((each) => each !== key), key]),
    show: (shown: readonly string[]) => change(keys.filter((each) => !shown.includes(each))),
  }
}

function read(name: string, store: Store | undefined): string[] {
  try {
    const stored: unknown = JSON.parse(store?.getItem(name) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
