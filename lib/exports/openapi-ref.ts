/** A part of the OpenAPI document, named where it is used. Floor 4, pure. */
export function ref(place: string): { $ref: string } {
  return { $ref: `#/components/${place}` }
}
