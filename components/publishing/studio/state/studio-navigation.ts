import { useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { focusField } from './field-id.ts'
import { useStudio } from './studio-context.tsx'
import { locationId, locationOfPointer, parseLocation, type StudioLocation } from './studio-sections.ts'

const SECTION_PARAM = 'section'

export function locationHref(location: StudioLocation): string {
  return `?${SECTION_PARAM}=${locationId(location)}`
}

export function useStudioLocation(): StudioLocation {
  const { state } = useStudio()
  return parseLocation(useSearchParams().get(SECTION_PARAM), state.document)
}

let requestedPointer: string | undefined

export function goToLocation(location: StudioLocation, pointer?: string): void {
  requestedPointer = pointer ?? ''
  if (locationHref(location) === window.location.search) focusRequestedField()
  else window.history.pushState(null, '', locationHref(location))
}

export function goToPointer(pointer: string): void {
  goToLocation(locationOfPointer(pointer), pointer)
}

function focusRequestedField(): void {
  const pointer = requestedPointer
  requestedPointer = undefined
  if (pointer !== undefined) requestAnimationFrame(() => focusField(pointer))
}

/** Focuses the requested field after navigation, but nothing when the page loads. */
export function useFocusOnNavigation(location: StudioLocation): void {
  const id = locationId(location)
  const previous = useRef(id)
  useEffect(() => {
    if (previous.current === id) return
    previous.current = id
    focusRequestedField()
  }, [id])
}
