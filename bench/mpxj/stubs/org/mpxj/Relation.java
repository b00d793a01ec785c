package org.mpxj;

/** As much of MPXJ as the benchmark calls, to compile it where MPXJ is not there. */
public class Relation {
  public static class Builder {
    public Builder predecessorTask(Task task) {
      return this;
    }

    public Builder type(RelationType type) {
      return this;
    }

    public Builder lag(Duration lag) {
      return this;
    }
  }
}
