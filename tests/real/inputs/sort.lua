-- Sorting, closures, strings, errors and coroutines; nothing that depends on the order of a table's keys.
local function merge_sort(list, less)
  if #list < 2 then return list end
  local middle, left, right = #list // 2, {}, {}
  for i, value in ipairs(list) do table.insert(i <= middle and left or right, value) end
  left, right = merge_sort(left, less), merge_sort(right, less)
  local merged, i, j = {}, 1, 1
  while left[i] or right[j] do
    if not right[j] or left[i] and not less(right[j], left[i]) then
      merged[#merged + 1], i = left[i], i + 1
    else
      merged[#merged + 1], j = right[j], j + 1
    end
  end
  return merged
end

local seed = 12345
local function random(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed % n
end

local numbers = {}
for i = 1, 40 do numbers[i] = random(1000) end
local sorted = merge_sort(numbers, function(a, b) return a < b end)
print(table.concat(sorted, " "))
table.sort(numbers, function(a, b) return a > b end)
print(table.concat(numbers, " "))

for _, x in ipairs { 0.1, 1 / 3, 1e300 * 1e10, -0.0, 2 ^ 53, 7 // 2, 7 % -3, -7 // 2.0 } do
  print(x, string.format("%g %.17g %5.1f", x, x, x))
end
print(string.format("%q %x %5d|%-5d|%05d", "a\nb\0c", 255, 42, 42, 42))
print(("the quick brown fox"):gsub("(%w+) (%w+)", "%2 %1"))
print(select(2, pcall(function() error({ code = 7 }) end)).code)
print(select(2, pcall(function() local t; return t.x end)))
print(select("#", table.unpack({ 1, nil, 3 }, 1, 3)), math.type(3), math.type(3.0), math.maxinteger + 1)

local squares = coroutine.wrap(function()
  for i = 1, 5 do coroutine.yield(i * i) end
end)
print(squares(), squares(), squares())
print(utf8.char(228, 8364, 128208), #utf8.char(128208), utf8.len("größe"))
