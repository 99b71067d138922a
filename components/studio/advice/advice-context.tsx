'use client'

/**
 * The advice on the open draft, while it is typed: what there is, what is hidden, and how it is followed.
 *
 * What is found is found again in the document as it is now before it is applied: a letter typed meanwhile must
 * not send an edit to the wrong place.
 */
import {
  createContext,
  type ReactNode,
  use,
  useDeferredValue,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { toast } from 'sonner'
import type { Json } from '#lib/contract/json/json.ts'
import type { Finding } from '#lib/contract/lint/finding.ts'
import { lint } from '#lib/contract/lint/lint.ts'
import { browserStorage } from '../browser-storage.ts'
import { type Place, placeId, placeOf } from '../sections.ts'
import { useStudio } from '../studio-context.tsx'
import { type HiddenAdvice, hiddenAdvice } from './hidden-advice.ts'
import { followKeys } from './take-back.ts'

export type StudioAdvice = {
  /** All that is not hidden. */
  findings: Finding[]
  hidden: Finding[]
  /** Follows the advice, and offers to take it back. */
  follow: (findings: readonly Finding[]) => void
  hide: (finding: Finding) => void
  show: (findings: readonly Finding[]) => void
}

const AdviceContext = createContext<StudioAdvice | null>(null)
const NONE: readonly string[] = []

export function useAdvice(): StudioAdvice {
  const advice = use(AdviceContext)
  if (!advice) throw new Error('useAdvice is for what stands inside an AdviceProvider.')
  return advice
}

export function AdviceProvider({ children }: { children: ReactNode }) {
  const { data, state, store } = useStudio()
  const [memory] = useState<HiddenAdvice>(() =>
    hiddenAdvice(`guildhall-advice:${data.viewerId}:${data.skillSetId}`, browserStorage('localStorage')),
  )
  const hiddenKeys = useSyncExternalStore(memory.subscribe, memory.get, () => NONE)
  const document = useDeferredValue(state.document)
  const all = useMemo(() => lint(document), [document])

  const advice = useMemo<StudioAdvice>(() => {
    const isHidden = ({ key }: Finding) => hiddenKeys.includes(key)
    return {
      findings: all.filter((finding) => !isHidden(finding)),
      hidden: all.filter(isHidden),
      follow: (findings) => follow(findings, store.get().document, store.edit),
      hide: ({ key }) => memory.hide(key),
      show: (findings) => memory.show(findings.map(({ key }) => key)),
    }
  }, [all, hiddenKeys, memory, store])
  return <AdviceContext value={advice}>{children}</AdviceContext>
}

function follow(
  findings: readonly Finding[],
  before: Json,
  edit: (change: (document: Json) => Json) => void,
): void {
  const keys = findings.map(({ key }) => key)
  const { document, applied, takeBack } = followKeys(before, keys)
  const [first] = applied
  if (!first) {
    toast.error('The draft has changed meanwhile.')
    return
  }
  edit(() => document)
  toast(applied.length === 1 ? `Done: ${first.fix?.title}` : `${applied.length} pieces of advice followed`, {
    action: { label: 'Undo', onClick: () => edit(takeBack) },
  })
}

/** The advice on one section. */
export function adviceIn(findings: readonly Finding[], place: Place): Finding[] {
  return findings.filter(({ pointer }) => placeId(placeOf(pointer)) === placeId(place))
}

/** The advice on one skill. */
export function adviceOn(findings: readonly Finding[], skill: number): Finding[] {
  return findings.filter(({ pointer }) => placeOf(pointer).skill === skill)
}
