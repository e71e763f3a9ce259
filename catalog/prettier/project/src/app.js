const limit = 3
console.log( limit )
