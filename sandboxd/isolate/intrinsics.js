/**
 * Copies of built-ins, so that a handler which patches JSON does not break its own run. They are no security boundary: the
 * isolate belongs to the publisher's code.
 */
export const { parse, stringify } = JSON
export const { now } = Date
export const { isArray } = Array
export const { getPrototypeOf, keys } = Object
export const isFiniteNumber = Number.isFinite
export const { min, max } = Math
export const { setTimeout, clearTimeout, AbortController, DOMException } = globalThis

const { call } = Function.prototype
const encoder = new TextEncoder()
const encodeWith = call.bind(TextEncoder.prototype.encode)
const enqueueOn = call.bind(ReadableStreamDefaultController.prototype.enqueue)
const closeWith = call.bind(ReadableStreamDefaultController.prototype.close)

export const encode = (text) => encodeWith(encoder, text)
export const enqueue = (controller, bytes) => enqueueOn(controller, bytes)
export const close = (controller) => closeWith(controller)
