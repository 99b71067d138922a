'use client'

import { useEffect, useState } from 'react'
import type { PackageSearch } from '#lib/packages/registry/search-packages.ts'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { attemptAction } from '../../../ui/use-action.ts'
import { useStudio } from '../state/studio-context.tsx'

type FindPackageProps = { onPick: (name: string) => void; isPending: boolean }

/** Names of packages are completed by the site's registry; a picked one is added in its newest version that can be used. */
export function FindPackage({ onPick, isPending }: FindPackageProps) {
  const [text, setText] = useState('')
  const { found, note } = usePackageSearch(text.trim())
  return (
    <Field label="Add a package" optional help={note}>
      {(wired) => (
        <Combobox
          {...wired}
          className="max-w-xl"
          disabled={isPending}
          value={text}
          isSearched
          options={found.map(({ name, version, description }) => ({
            key: name,
            label: name,
            hint: [version, description].filter(Boolean).join(' · '),
          }))}
          onType={setText}
          onPick={(name) => {
            setText('')
            onPick(name)
          }}
          placeholder="Search the registry"
        />
      )}
    </Field>
  )
}

const USUAL_NOTE = 'Type a name or a word. The package is added in its newest version that this site allows.'
/** Typing goes on within this time, and each question is a request to the registry. */
const DEBOUNCE_MS = 300
const MIN_CHARS = 2

type Found = Extract<PackageSearch, { isOffered: true }>['packages']

function usePackageSearch(text: string): { found: Found; note: string } {
  const { actions } = useStudio()
  const [answer, setAnswer] = useState<{ text: string; found: Found; note: string }>()
  useEffect(() => {
    if (text.length < MIN_CHARS) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const result = await attemptAction(() => actions.searchPackages(text))
      if (isCurrent) setAnswer({ text, ...describe(result.ok ? result.data : result.error.message) })
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, actions])
  if (text.length < MIN_CHARS || !answer) return { found: [], note: USUAL_NOTE }
  // While the next answer is on its way, the last one stays: a list that flickers cannot be read.
  return answer
}

function describe(result: PackageSearch | string): { found: Found; note: string } {
  if (typeof result === 'string')
    return { found: [], note: `${result} Write the name into the dependencies below.` }
  if (!result.isOffered)
    return {
      found: [],
      note: 'The registry of this site has no search. Write the name into the dependencies below.',
    }
  const { packages } = result
  return {
    found: packages,
    note: packages.length === 0 ? 'The registry found no package that this site allows.' : USUAL_NOTE,
  }
}
