"""Descriptive statistics with the standard library."""
import math
import statistics


def rounded(value):
    """Returns the value with at most ten significant digits, as reports show it."""
    return float(f"{value:.10g}")


def quartiles(numbers):
    if len(numbers) == 1:
        return [numbers[0]] * 3
    return statistics.quantiles(numbers, n=4, method="inclusive")


def outliers(numbers, lower, upper):
    """Returns the numbers beyond Tukey's fences, one and a half times the interquartile range from the quartiles."""
    reach = 1.5 * (upper - lower)
    return [number for number in numbers if number < lower - reach or number > upper + reach]


def relation(numbers, against):
    if len(against) != len(numbers):
        raise ValueError(f"The second column has {len(against)} numbers, and the first one {len(numbers)}.")
    if len(numbers) < 2 or len(set(numbers)) == 1 or len(set(against)) == 1:
        return None
    slope, intercept = statistics.linear_regression(numbers, against)
    return {
        "correlation": rounded(statistics.correlation(numbers, against)),
        "slope": rounded(slope),
        "intercept": rounded(intercept),
    }


def main(args):
    numbers = args["numbers"]
    lower, median, upper = quartiles(numbers)
    found = outliers(numbers, lower, upper)
    deviation = rounded(statistics.stdev(numbers)) if len(numbers) > 1 else None
    mean = rounded(statistics.mean(numbers))
    result = {
        "count": len(numbers),
        "sum": rounded(math.fsum(numbers)),
        "mean": mean,
        "median": rounded(median),
        "standard_deviation": deviation,
        "minimum": min(numbers),
        "maximum": max(numbers),
        "quartiles": [rounded(lower), rounded(median), rounded(upper)],
        "outliers": found,
    }
    if "against" in args:
        result["relation"] = relation(numbers, args["against"])
    outlying = f" {len(found)} beyond the usual range." if found else ""
    result["message"] = f"{len(numbers)} numbers with the mean {mean:g} and the median {median:g}.{outlying}"
    return result
