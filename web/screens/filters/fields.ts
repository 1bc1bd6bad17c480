/** Entry of fields: conversion between a filter and its form, and the field of each error. */
export * from './fields/amazon.ts'
export * from './fields/clock.ts'
export * from './fields/common.ts'
export * from './fields/numbers.ts'
export * from './fields/setting.ts'
export * from './fields/week.ts'
