'use client'

/**
 * Where in the studio somebody is, kept in the address: links, reloads and the Back button all lead there.
 *
 * Going somewhere costs no call to the server. `go` may name a field, which then gets the focus.
 */
import { useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { focusField } from './field-id.ts'
import { type Place, placeId, placeOf, readPlace } from './sections.ts'
import { useStudio } from './studio-context.tsx'

const PLACE_PARAM = 'section'

export function placeHref(place: Place): string {
  return `?${PLACE_PARAM}=${placeId(place)}`
}

export function usePlace(): Place {
  const { state } = useStudio()
  return readPlace(useSearchParams().get(PLACE_PARAM), state.document)
}

// Asked for by a link, and found once the section with that field stands there.
let wanted: string | undefined

/** Opens a place; with a pointer, puts the cursor into the field that mends it. */
export function go(place: Place, pointer?: string): void {
  wanted = pointer ?? ''
  if (placeHref(place) === window.location.search) arrive()
  else window.history.pushState(null, '', placeHref(place))
}

export function goTo(pointer: string): void {
  go(placeOf(pointer), pointer)
}

function arrive(): void {
  const pointer = wanted
  wanted = undefined
  if (pointer !== undefined) requestAnimationFrame(() => focusField(pointer))
}

/** Moves the focus after each change of place that somebody asked for; not when the page has just opened. */
export function useArrival(place: Place): void {
  const id = placeId(place)
  const previous = useRef(id)
  useEffect(() => {
    if (previous.current === id) return
    previous.current = id
    arrive()
  }, [id])
}
